import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect } from "vitest";
import type { AccessLog, Share } from "#contract/access-logs.ts";
import type { Language } from "#contract/languages.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen } from "#web/testing/open-screen.tsx";
import { aVisit } from "#web/testing/records.ts";
import { says } from "#web/testing/say.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const wordsIn = (language: Language) => {
  const t = says(language);
  return {
    share: t("visits.share"),
    members: t("sharing.settings.access_members"),
    week: t("sharing.settings.expiry_week"),
    setPassword: t("sharing.settings.password_set"),
    field: t("sharing.settings.password_field"),
    short: t("sharing.settings.password_short", { n: 4 }),
    save: t("sharing.settings.save"),
    undo: t("sharing.settings.undo"),
    change: t("sharing.settings.password_change"),
    who: t("sharing.link.opens_members"),
    title: t("sharing.views.title"),
    list: t("sharing.views.list"),
    guestsOnly: t("sharing.views.guests_only"),
    table: t("sharing.views.as_table"),
    chart: t("sharing.views.chart"),
    empty: t("sharing.views.empty_title"),
    guest: t("sharing.views.guest"),
    unknown: t("sharing.views.guest_unknown"),
    now: t("sharing.views.now"),
  };
};

const fresh: Share = { access: "link", has_password: false, expires_at: null, history: false, views: 3 };
const person = { id_user: 4, name: "Site Office", code: "person4site", avatar: null };
const view = (change: Partial<AccessLog>): AccessLog => ({
  id: 1,
  person: null,
  address: "192.0.2.0",
  browser: "Firefox",
  device: "phone",
  started_at: "2026-11-20T08:00:00.000Z",
  last_at: "2026-11-20T08:04:00.000Z",
  duration_seconds: 240,
  rooms: 3,
  is_open: false,
  ...change,
});
const seen = [
  view({ id: 3, person, is_open: true, duration_seconds: 12, rooms: 1 }),
  view({ id: 2 }),
  view({ id: 1, address: "", browser: "", device: "" }),
];

function answers(can: Record<string, boolean>, views: readonly AccessLog[] = seen): Answers {
  let share = fresh;
  const before: Share[] = [];
  return {
    "GET /api/visits/{id}": () => ok({ ...aVisit({ id: 7, can: { view: true, ...can } }), rooms: [] }),
    "GET /api/visits/7/share": () => ok(share),
    "PUT /api/visits/7/share": ({ body }) => {
      const { password, undo, ...rest } = body as Partial<Share> & {
        password?: string | null;
        undo?: string;
      };
      const known = share;
      share =
        undo === undefined
          ? {
              ...share,
              ...rest,
              ...(password !== undefined && { has_password: password !== null }),
            }
          : (before.pop() ?? fresh);
      before.push(known);
      return ok({ ...share, undo: "sealed" });
    },
    "GET /api/visits/7/access-logs": ({ query }) => {
      const items = query.has("guests") ? views.filter((one) => one.person === null) : views;
      return ok({ items, total: items.length, page: 1, per_page: 10 });
    },
    "GET /api/visits/7/access-logs/statistics": ({ query }) =>
      ok({
        period: query.get("period"),
        views: views.length,
        people: 1,
        guests: 2,
        seconds: 492,
        steps: ["2026-11-19", "2026-11-20"].map((day, at) => ({
          at: `${day}T00:00:00.000Z`,
          views: at === 0 ? 0 : views.length,
        })),
      }),
  };
}

describe.each(["en", "ar"] as const)("sharing a visit in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  async function openDialog(can: Record<string, boolean>) {
    opened = await openScreen("/editvisit/7", language, answers(can));
    await opened.user.click(await screen.findByRole("button", { name: text.share }));
    return { ...opened, dialog: within(await screen.findByRole("dialog")) };
  }

  it("saves a change at once, and undoes it by one press", async () => {
    const { user, api, dialog } = await openDialog({ share: true });
    const save = await dialog.findByRole("button", { name: text.save });
    expect(save.getAttribute("aria-disabled")).toBe("true");
    await user.click(dialog.getByRole("button", { name: text.setPassword }));
    const field = dialog.getByRole("textbox", { name: text.field });
    expect((field as HTMLInputElement).value).toMatch(/^[a-z]{4}-[a-z]{4}-[a-z]{4}$/);
    await user.clear(field);
    await user.type(field, "abc");
    await user.click(save);
    expect(await dialog.findByText(text.short)).toBeTruthy();
    expect(api.calls("PUT /api/visits/7/share")).toHaveLength(0);
    await user.type(field, "d");
    await user.click(dialog.getByRole("radio", { name: text.week }));
    await user.click(save);
    await waitFor(() => expect(api.calls("PUT /api/visits/7/share")).toHaveLength(1));
    expect(api.calls("PUT /api/visits/7/share")[0]?.body).toEqual({
      password: "abcd",
      expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(await dialog.findByRole("button", { name: text.change })).toBeTruthy();
    expect(dialog.queryByRole("textbox", { name: text.field })).toBeNull();
    await user.click(await dialog.findByRole("button", { name: text.undo }));
    await waitFor(() => expect(api.calls("PUT /api/visits/7/share")[1]?.body).toEqual({ undo: "sealed" }));
    expect(await dialog.findByRole("button", { name: text.setPassword })).toBeTruthy();
  });

  it("shows who can open the link, as saved", async () => {
    const { user, dialog } = await openDialog({ share: true });
    await user.click(await dialog.findByRole("radio", { name: text.members }));
    expect(dialog.queryByText(text.who)).toBeNull();
    await user.click(dialog.getByRole("button", { name: text.save }));
    expect(await dialog.findByText(text.who)).toBeTruthy();
  });

  it("is hidden from users who may not change the visit", async () => {
    const { api, dialog } = await openDialog({});
    await dialog.findByRole("textbox");
    expect(dialog.queryByRole("radio")).toBeNull();
    expect(api.calls("GET /api/visits/7/share")).toHaveLength(0);
  });
});

describe.each(["en", "ar"] as const)("viewers of a visit in %s", (language) => {
  const it = inTurns(language);
  const text = wordsIn(language);
  const open = async (can: Record<string, boolean>, views?: readonly AccessLog[]) => {
    opened = await openScreen("/editvisit/7", language, answers(can, views));
    return opened;
  };

  it("are listed, only guests on demand, and available as a table", async () => {
    const { user, api } = await open({ view_access: true });
    const list = within(await screen.findByRole("list", { name: text.list }));
    const rows = () => list.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    expect(rows()[0]).toContain("Site Office");
    expect(rows()[0]).toContain(text.now);
    expect(rows()[1]).toContain(text.guest);
    expect(rows()[1]).toContain("192.0.2.0");
    expect(rows()[2]).toContain(text.unknown);
    await user.click(screen.getByRole("button", { name: text.guestsOnly }));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(api.calls("GET /api/visits/7/access-logs").at(-1)?.query.get("guests")).toBe("1");
    await user.click(screen.getByRole("button", { name: text.table }));
    const table = within(screen.getByRole("table", { name: text.chart }));
    expect(table.getAllByRole("row").map((row) => within(row).queryByRole("cell")?.textContent)).toEqual([
      undefined,
      "0",
      "3",
    ]);
  });

  it("show an explanation while there are none", async () => {
    await open({ view_access: true }, []);
    expect(await screen.findByText(text.empty)).toBeTruthy();
  });

  it("are hidden from users without the permission", async () => {
    const { api } = await open({ share: true });
    await screen.findByRole("button", { name: text.share });
    expect(screen.queryByRole("heading", { name: text.title })).toBeNull();
    expect(api.calls("GET /api/visits/7/access-logs")).toHaveLength(0);
  });
});
