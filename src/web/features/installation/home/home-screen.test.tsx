import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { somebody } from "#test/people.ts";
import { ok, refuse } from "#test/web/api-server.ts";
import { recall, storageKeys } from "#web/lib/storage.ts";
import { type AtDoor, atDoor, type Door } from "#web/testing/at-door.tsx";
import { say, saying, says } from "#web/testing/say.ts";
import { HomeScreen } from "./home-screen.tsx";

let door: Door | undefined;
afterEach(async () => {
  await door?.close();
  door = undefined;
});
const open = async (options: AtDoor = {}) => {
  door = await atDoor("/", HomeScreen, options);
  return door;
};

const stageButton = (stage: "frame" | "walls" | "finishes") =>
  new RegExp(`^${saying("en")(`home.stages.${stage}`).source}`);

describe("front page", () => {
  it("describes the product in three sentences and links to the sign-in page", async () => {
    const { user } = await open({ settings: { website_name: "Gulf Sites" } });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("See your site from anywhere");
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      say("home.around.title"),
      say("home.dates.title"),
      say("home.link.title"),
    ]);
    expect(screen.getByText(/Gulf Sites ©/)).toBeTruthy();
    const [signIn] = screen.getAllByRole("link", { name: "Sign in" });
    if (signIn === undefined) throw new Error("There is no way in.");
    expect(signIn.getAttribute("href")).toBe("/login");
    await user.click(signIn);
    expect(recall(storageKeys.redirect)).toBe("/dashboard");
  });

  it("offers an account and the demo only if the settings do", async () => {
    await open({ settings: { enable_registration: false, demo_enabled: false } });
    expect(screen.queryByRole("link", { name: say("home.register") })).toBeNull();
    expect(screen.queryByRole("button", { name: say("home.demo") })).toBeNull();
    await door?.close();
    await open({ settings: { enable_registration: true, demo_enabled: true } });
    expect(screen.getByRole("link", { name: say("home.register") }).getAttribute("href")).toBe("/register");
    expect(screen.getByRole("button", { name: say("home.demo") })).toBeTruthy();
  });

  it("opens the demo at a press, and says why when it cannot", async () => {
    let isFull = true;
    const { user, gone } = await open({
      settings: { demo_enabled: true },
      answers: {
        "POST /api/demo-login": () =>
          isFull
            ? refuse(429, "RATE_LIMITED", "Too many")
            : ok({ user: { ...somebody, is_demo: true }, requires_2fa: false }),
      },
    });
    const button = screen.getByRole("button", { name: say("home.demo") });
    await user.click(button);
    await waitFor(() => expect(screen.getByRole("alert").textContent).not.toBe(""));
    isFull = false;
    await user.click(button);
    await waitFor(() => expect(gone).toEqual(["/dashboard"]));
  });

  it("shows one corner on three days, and announces the selected one", async () => {
    const { user } = await open();
    const stops = () =>
      (["frame", "walls", "finishes"] as const).map((stage) =>
        screen.getByRole("button", { name: stageButton(stage) }).getAttribute("aria-pressed"),
      );
    expect(stops()).toEqual(["true", "false", "false"]);
    await user.click(screen.getByRole("button", { name: stageButton("finishes") }));
    expect(stops()).toEqual(["false", "false", "true"]);
  });

  it("uses the settings' own picture where there is one, without days to select", async () => {
    await open({ settings: { backgrounds: ["/media/own.webp"] } });
    expect(document.querySelector("section img")?.getAttribute("src")).toBe("/media/own.webp");
    expect(screen.queryByRole("button", { name: stageButton("frame") })).toBeNull();
  });

  it("is available in Arabic", async () => {
    await open({ language: "ar" });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(says("ar")("shell.tagline"));
  });
});
