import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { ScannedSpot, Spot } from "#contract/spot-codes.ts";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { projectAnswers } from "#web/testing/projects.ts";
import { aProject } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const project = aProject({ id: 7, name: "Tower B" });
const visit = { code: "vis2345678", name: "Second fix", visit_date: "2026-11-02T08:00:00.000Z" };
const sheet = { id: 3, name: "Ground floor", floor: "0" };
const label: NonNullable<Spot["label"]> = {
  id: 41,
  number: 12,
  code: "lab2345678",
  created_at: "2026-11-03T08:00:00.000Z",
  scans: 2,
  last_scan: { at: "2026-11-20T08:00:00.000Z", person: null },
};
const lobby: Spot = { id: 101, id_room: 101, name: "Lobby", sheet, visit, label };
const roof: Spot = { id: 102, id_room: 102, name: "Roof", sheet: null, visit, label: null };
const unnamed: Spot = { ...lobby, id: 103, id_room: 103, name: "", label: { ...label, id: 42, number: 13 } };

/** The codes of the project as the server lists them. */
function codes(spots: readonly Spot[], can = { create: true, view_scans: true }): Answers {
  return {
    ...projectAnswers([project]),
    "GET /api/projects/7/spot-codes": ({ query }) => {
      const has = query.get("has_code");
      const search = query.get("search") ?? "";
      const items = spots.filter(
        ({ name, label: own }) =>
          (has === null || (own !== null) === (has === "true" || has === "1")) && name.includes(search),
      );
      const counts = { spots: spots.length, codes: spots.filter(({ label: own }) => own !== null).length };
      return ok({ items, total: items.length, page: 1, per_page: 50, sheets: [], counts, can });
    },
  };
}

describe.each(["en", "ar"] as const)("the QR codes of a project in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const open = async (answers: Answers) => (opened = await openScreen("/qrcodes/7", language, answers));
  const list = async () => within(await screen.findByRole("list", { name: t("spot_codes.list") }));
  const choose = async (name: string) => {
    const { user } = opened ?? {};
    await user?.click((await list()).getByRole("checkbox", { name: t("common.select_named", { name }) }));
  };
  const dialogs = () => screen.findByRole("dialog");

  it("lists the rooms with their labels, and who scanned them", async () => {
    await open(codes([lobby, roof]));
    const [first, second] = (await list()).getAllByRole("listitem");
    expect(first?.textContent).toContain(t("spot_codes.number", { n: 12 }));
    expect(first?.textContent).toContain(t("spot_codes.scans_count", { count: 2 }));
    expect(first?.textContent).toContain(t("spot_codes.someone"));
    expect(second?.textContent).toContain(t("spot_codes.no_code"));
    expect(second?.textContent).toContain(t("spot_codes.no_floor"));
    expect(within(first ?? document.body).getByRole("link", { name: t("spot_codes.open") })).toHaveProperty(
      "pathname",
      "/q/lab2345678",
    );
  });

  it("creates codes for the selected rooms, and takes them back by undo", async () => {
    const { user, api } = await open({
      ...codes([lobby, roof]),
      "POST /api/projects/7/spot-codes": () => ok({ created: 1, codes: [43] }),
      "POST /api/projects/7/spot-codes/revoke": () => ok({ revoked: 1 }),
    });
    await choose("Roof");
    const bar = within(await screen.findByRole("toolbar", { name: t("spot_codes.selected") }));
    await user.click(bar.getByRole("button", { name: t("spot_codes.create_selected", { count: 1 }) }));
    await screen.findByText(t("spot_codes.created", { count: 1 }));
    expect(api.calls("POST /api/projects/7/spot-codes").map(({ body }) => body)).toEqual([{ rooms: [102] }]);
    await user.click(screen.getByRole("button", { name: t("spot_codes.undo") }));
    await screen.findByText(t("spot_codes.undone"));
    expect(api.calls("POST /api/projects/7/spot-codes/revoke")[0]?.body).toEqual({ codes: [43] });
  });

  it("says what revoking a code does before it is done", async () => {
    const { user, api } = await open({
      ...codes([unnamed]),
      "POST /api/projects/7/spot-codes/revoke": () => ok({ revoked: 1 }),
    });
    await choose(t("spot_codes.unnamed"));
    await user.click(screen.getByRole("button", { name: t("spot_codes.revoke_selected", { count: 1 }) }));
    const asked = await screen.findByRole("alertdialog", {
      name: t("spot_codes.revoke_title", { name: t("spot_codes.unnamed") }),
    });
    expect(asked.textContent).toContain(t("spot_codes.revoke_text"));
    expect(api.calls("POST /api/projects/7/spot-codes/revoke")).toEqual([]);
    await user.click(
      within(asked).getByRole("button", { name: t("spot_codes.revoke_selected", { count: 1 }) }),
    );
    await screen.findByText(t("spot_codes.revoked", { count: 1 }));
    expect(api.calls("POST /api/projects/7/spot-codes/revoke")[0]?.body).toEqual({ codes: [42] });
  });

  it("shows the code and the address that it opens", async () => {
    const { user } = await open(codes([lobby]));
    await user.click(
      (await list()).getByRole("button", { name: t("spot_codes.actions_for", { name: "Lobby" }) }),
    );
    await user.click(await screen.findByRole("menuitem", { name: t("spot_codes.show") }));
    const dialog = within(await screen.findByRole("dialog", { name: "Lobby" }));
    expect(await dialog.findByRole("img", { name: t("spot_codes.code") })).toBeDefined();
    expect(dialog.getByText(`${location.origin}/q/lab2345678`)).toBeDefined();
  });

  it("offers nothing to change to a reader", async () => {
    const { user } = await open(codes([lobby, roof], { create: false, view_scans: false }));
    const rows = await list();
    expect(rows.getByRole("checkbox", { name: t("common.select_named", { name: "Roof" }) })).toHaveProperty(
      "disabled",
      true,
    );
    await user.click(rows.getByRole("button", { name: t("spot_codes.actions_for", { name: "Lobby" }) }));
    await screen.findByRole("menuitem", { name: t("spot_codes.print_one") });
    for (const name of [t("spot_codes.revoke"), t("spot_codes.scans")])
      expect(screen.queryByRole("menuitem", { name })).toBeNull();
  });

  it("prints labels from the first free one, in the language chosen", async () => {
    const { user } = await open(codes([lobby, unnamed]));
    await user.click(await screen.findByRole("button", { name: t("spot_codes.print") }));
    const dialog = within(await dialogs());
    await dialog.findByText(t("spot_codes.labels.what", { count: 2 }), { exact: false });
    expect(dialog.getByText(t("spot_codes.labels.pages", { count: 1 }), { exact: false })).toBeDefined();
    await user.click(dialog.getByRole("button", { name: t("spot_codes.labels.start_at", { n: 21 }) }));
    // One label is left on the first sheet.
    await dialog.findByText(t("spot_codes.labels.pages", { count: 2 }), { exact: false });
    await user.click(dialog.getByRole("radio", { name: language === "en" ? "العربية" : "English" }));
    const { search } = new URL(
      dialog.getByRole("link", { name: t("spot_codes.labels.create") }).getAttribute("href") ?? "",
      location.href,
    );
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
      layout: "a4-21",
      lang: language === "en" ? "ar" : "en",
      start: "21",
    });
  });

  it("lists who scanned a label", async () => {
    const { user } = await open({
      ...codes([lobby]),
      "GET /api/projects/7/spot-codes/41/scans": () =>
        ok({
          items: [
            { id: 2, at: "2026-11-20T08:00:00.000Z", person: { ...project.owner, name: "Site Office" } },
            { id: 1, at: "2026-11-19T08:00:00.000Z", person: null },
          ],
          total: 2,
          page: 1,
          per_page: 20,
        }),
    });
    await user.click(
      (await list()).getByRole("button", { name: t("spot_codes.actions_for", { name: "Lobby" }) }),
    );
    await user.click(await screen.findByRole("menuitem", { name: t("spot_codes.scans") }));
    const dialog = within(
      await screen.findByRole("dialog", { name: t("spot_codes.scanned.title", { name: "Lobby" }) }),
    );
    await dialog.findByText("Site Office");
    expect(dialog.getAllByRole("listitem").at(1)?.textContent).toContain(t("spot_codes.someone"));
    expect(dialog.getByText(t("spot_codes.scanned.kept"))).toBeDefined();
  });
});

const scanned: ScannedSpot = {
  state: "open",
  number: 12,
  name: "Lobby",
  id_project: 7,
  project: "Tower B",
  visit: { id: 1, ...visit },
  id_room: 101,
  thumbnail: null,
  can: { add_room: true },
};

describe.each(["en", "ar"] as const)("a scanned label in %s", (language) => {
  const it = inTurns(language);
  const t = says(language);
  const scan = async (path: string, answer: Answers[string]) =>
    (opened = await openScreen(path, language, {
      ...projectAnswers([project]),
      "GET /api/spot-codes/lab2345678": answer,
    }));

  it("that was revoked says so, with its number and project", async () => {
    await scan("/q/lab2345678", () => ok({ ...scanned, state: "revoked", visit: null, id_room: null }));
    await screen.findByText(t("spot_codes.scan.revoked_title"));
    screen.getByText(t("spot_codes.scan.revoked_text", { n: 12, name: "Lobby", project: "Tower B" }));
    expect(screen.getByRole("link", { name: t("spot_codes.scan.to_codes") })).toHaveProperty(
      "pathname",
      "/qrcodes/7",
    );
  });

  it("without a 360 photo offers to add one", async () => {
    await scan("/q/lab2345678", () => ok({ ...scanned, state: "empty", visit: null, id_room: null }));
    await screen.findByText(t("spot_codes.scan.empty_title"));
    expect(screen.getByRole("button", { name: t("spot_codes.here.add_room") })).toBeDefined();
  });

  it("of nothing reads as a missing page", async () => {
    await scan("/q/lab2345678", () => refuse(404, "NOT_FOUND", "Not found."));
    await screen.findByText(`404 · ${t("shell.not_found.title")}`);
  });

  it("asks for patience after too many unknown codes, and tries again", async () => {
    let isLimited = true;
    const { user } = await scan("/q/lab2345678", () =>
      isLimited
        ? refuse(429, "RATE_LIMITED", "Too many.")
        : ok({ ...scanned, state: "empty", visit: null, id_room: null }),
    );
    await screen.findByText(t("spot_codes.scan.limited_title"));
    isLimited = false;
    await user.click(screen.getByRole("button", { name: t("spot_codes.scan.retry") }));
    await screen.findByText(t("spot_codes.scan.empty_title"));
  });

  it("that was kept without a connection is opened or removed later", async () => {
    localStorage.setItem(
      "app-kept-codes",
      JSON.stringify({ user: 1, codes: [{ code: "lab2345678", name: "Lobby", at: Date.now() }] }),
    );
    const { user } = await scan("/q", () => ok(scanned));
    await screen.findByText("Lobby");
    expect(screen.getByRole("link", { name: t("spot_codes.scan.kept_open") })).toHaveProperty(
      "pathname",
      "/q/lab2345678",
    );
    await user.click(screen.getByRole("button", { name: t("spot_codes.scan.kept_remove") }));
    await waitFor(() => expect(screen.queryByText("Lobby")).toBeNull());
    screen.getByText(t("spot_codes.scan.kept_none_title"));
  });
});
