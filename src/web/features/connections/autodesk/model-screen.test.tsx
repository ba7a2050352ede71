import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import type { FromFrame, ToFrame } from "#web/model-frame/frame-words.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { says as textsIn } from "#web/testing/say.ts";
import { aManifest, anEntry, connectedAnswers, places } from "./testing.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const t = textsIn("en");
const urn = anEntry().urn ?? "";
const address = `/autodesk?hub=b.harbour&project=b.tower&item=${encodeURIComponent(anEntry().id)}&model=${urn}`;
const token = (access_token: string) => () => ok({ access_token, expires_in: 3600 });
const answers = (change: Answers = {}): Answers => ({
  ...connectedAnswers(),
  "GET /api/autodesk/get-access-token": token("first"),
  "POST /api/autodesk/refresh": token("second"),
  ...change,
});

/** The frame as seen by the page: the messages it receives and sends. */
async function theFrame() {
  const frame = await screen.findByTitle<HTMLIFrameElement>(/Tower\.rvt/);
  const inside = frame.contentWindow;
  if (inside === null) throw new Error("The frame has no window.");
  const told: ToFrame[] = [];
  inside.postMessage = (words: ToFrame) => void told.push(words);
  return {
    frame,
    told,
    says: (words: FromFrame, source: Window = inside) =>
      act(async () => {
        window.dispatchEvent(new MessageEvent("message", { data: words, source }));
      }),
  };
}

describe("an Autodesk model", () => {
  it("is opened in an isolated frame, with a token for viewing and the view of the address", async () => {
    opened = await openScreen(`${address}&view=view-a101`, "en", answers());
    const { frame, told, says } = await theFrame();
    expect([frame.getAttribute("sandbox"), frame.getAttribute("src")]).toEqual([
      "allow-scripts",
      "/autodesk/model",
    ]);
    await says({ say: "ready" });
    await waitFor(() => expect(told.length).toBe(1));
    expect(told[0]).toMatchObject({
      say: "open",
      script: "https://viewer.example/viewer3D.min.js",
      urn,
      region: "US",
      guid: "view-a101",
      token: "first",
      expires: 3600,
      language: "en",
    });
    screen.getByText(t("autodesk.models.loading"));
    await says({ say: "shown" });
    expect(screen.queryByText(t("autodesk.models.loading"))).toBeNull();
    expect(screen.getAllByText("Tower.rvt").length).toBeGreaterThan(0);
  });

  it("ignores messages from anything but its frame", async () => {
    opened = await openScreen(address, "en", answers());
    const { told, says } = await theFrame();
    await says({ say: "ready" }, window);
    await says({ say: "shown" }, window);
    expect(opened.api.calls("GET /api/autodesk/get-access-token")).toEqual([]);
    expect(told).toEqual([]);
    screen.getByText(t("autodesk.models.loading"));
  });

  it("changes the view without reopening the model", async () => {
    opened = await openScreen(address, "en", answers());
    const { user } = opened;
    const { told, says } = await theFrame();
    await says({ say: "ready" });
    await waitFor(() => expect(told.length).toBe(1));
    await says({ say: "shown" });
    await user.click(screen.getByRole("radio", { name: "2D" }));
    await waitFor(() => expect(told.at(-1)).toEqual({ say: "view", guid: "view-a101" }));
    await user.click(screen.getByRole("button", { name: new RegExp(`${t("autodesk.models.view")}$`) }));
    await user.click(await screen.findByRole("option", { name: "A102" }));
    await waitFor(() => expect(told.at(-1)).toEqual({ say: "view", guid: "view-a102" }));
    expect(told.filter(({ say }) => say === "open").length).toBe(1);
    expect(location.search).toContain("view=view-a102");
  });

  it("gets a fresh token on request, which keeps the connection", async () => {
    opened = await openScreen(address, "en", answers());
    const { told, says } = await theFrame();
    await says({ say: "ready" });
    await says({ say: "token-wanted" });
    await waitFor(() => expect(told.at(-1)).toEqual({ say: "token", token: "second", expires: 3600 }));
    expect(session.user()?.adsk_auth).toBe(true);
  });

  it.each(places)("reads its tokens from replies that hold them %s", async (_, said) => {
    const gives = (access_token: string) => () => said({ access_token, expires_in: 3600 });
    opened = await openScreen(
      address,
      "en",
      answers({
        "GET /api/autodesk/get-access-token": gives("first"),
        "POST /api/autodesk/refresh": gives("second"),
      }),
    );
    const { told, says } = await theFrame();
    await says({ say: "ready" });
    await waitFor(() => expect(told.at(-1)).toMatchObject({ say: "open", token: "first" }));
    await says({ say: "token-wanted" });
    await waitFor(() => expect(told.at(-1)).toEqual({ say: "token", token: "second", expires: 3600 }));
  });

  it("asks for a new connection when a token cannot be refreshed", async () => {
    opened = await openScreen(
      address,
      "en",
      answers({ "POST /api/autodesk/refresh": () => ({ status: 500, body: {} }) }),
    );
    const { says } = await theFrame();
    await says({ say: "ready" });
    await says({ say: "token-wanted" });
    await screen.findByRole("button", { name: t("autodesk.connect.button") });
    await screen.findByText("Failed to refresh Autodesk token");
    expect([session.user()?.adsk_auth, opened.path()]).toEqual([false, "/autodesk"]);
  });

  it.each([
    ["script", t("autodesk.models.broken.script.title")],
    ["start", t("autodesk.models.broken.start.title")],
    ["model", t("autodesk.models.broken.model.title")],
  ] as const)("shows a failure of the viewer (%s), and retries on request", async (why, title) => {
    opened = await openScreen(address, "en", answers());
    const { says } = await theFrame();
    await says({ say: "failed", why, detail: "" });
    const alert = await screen.findByRole("alert");
    within(alert).getByText(title);
    expect(screen.queryByTitle(/Tower\.rvt/)).toBeNull();
    await opened.user.click(within(alert).getByRole("button", { name: t("common.retry") }));
    await screen.findByTitle(/Tower\.rvt/);
  });

  it("shows the progress while Autodesk processes it", async () => {
    opened = await openScreen(
      address,
      "en",
      answers({
        "GET /api/autodesk/models/manifest": () =>
          ok(aManifest({ status: "inprogress", progress: "42% complete", views: [] })),
      }),
    );
    const bar = await screen.findByRole("progressbar", { name: t("autodesk.models.making") });
    expect(bar.getAttribute("aria-valuenow")).toBe("42");
    expect(screen.queryByTitle(/Tower\.rvt/)).toBeNull();
  });

  it.each([
    ["failed", t("autodesk.models.failed_title"), ["The file is not a valid AutoCAD drawing."]],
    ["timeout", t("autodesk.models.timeout_title"), []],
    ["none", t("autodesk.models.none_title"), []],
  ] as const)("shows why there is nothing to see: %s", async (status, title, messages) => {
    opened = await openScreen(
      address,
      "en",
      answers({
        "GET /api/autodesk/models/manifest": () =>
          ok(aManifest({ status, messages: [...messages], views: [] })),
      }),
    );
    await screen.findByText(title);
    for (const message of messages) screen.getByText(message);
  });

  it("asks for a connection when Autodesk no longer knows the account, and the session continues", async () => {
    opened = await openScreen(
      address,
      "en",
      answers({
        "GET /api/autodesk/models/manifest": () =>
          refuse(401, "AUTODESK_SIGN_IN", "Connect your Autodesk account first."),
      }),
    );
    await screen.findByRole("button", { name: t("autodesk.connect.button") });
    expect(opened.path()).toBe("/autodesk");
  });
});
