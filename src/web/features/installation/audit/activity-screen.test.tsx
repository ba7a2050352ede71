import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { LogEntry } from "#contract/administration.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import { type Answers, ok } from "#test/web/api-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, superAdmin } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";
import { subjectAddress } from "./subject-address.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  localStorage.clear();
});

const entry = (but: Partial<LogEntry>): LogEntry => ({
  id: 1,
  id_user: 7,
  user_name: "Palm Court",
  stand_in: null,
  id_seal: 12,
  id_project: null,
  project_name: "",
  action: "invoice.paid",
  subject: { kind: "invoice", id: 3, name: "INV-2026-00003" },
  changed: [],
  address: "203.0.113.7",
  created_at: "2026-11-20T10:00:00.000Z",
  ...but,
});
const entries = [
  entry({}),
  entry({
    id: 2,
    id_user: null,
    user_name: "",
    stand_in: "gone",
    action: "visit.created",
    subject: { kind: "visit", id: 9, name: "Week 11" },
    id_project: 4,
    project_name: "Tower B",
  }),
];

const paid = { name: "INV-2026-00003" };
const added = { name: "Week 11" };

async function open(path: string, language: Language, more: Answers = {}) {
  const answers: Answers = {
    "GET /api/activity": () => ok({ items: entries, total: 2, page: 1, per_page: 50 }),
    "GET /api/users": () => ok({ items: [], total: 0, page: 1, per_page: 20 }),
    "GET /api/users/{id}": () =>
      ok({ id: 7, username: "palm", first_name: "Palm", last_name: "Court", email: "palm@example.org" }),
    "GET /api/projects/{id}": () => ok({ id: 4, name: "Tower B" }),
    ...more,
  };
  opened = await openScreen(path, language, answers, superAdmin);
  return opened;
}

describe.each(["en", "ar"] as const)("the activity log in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);

  it("describes in sentences who did what, and links to the subject", async () => {
    await open("/activity", language);
    const table = await screen.findByRole("grid", { name: text("audit.log.title") });
    expect(
      within(table)
        .getByRole("link", { name: text("profile.activity.does.invoice.paid", paid) })
        .getAttribute("href"),
    ).toBe("/invoices/3");
    expect(
      within(table)
        .getByRole("link", { name: text("profile.activity.does.visit.created", added) })
        .getAttribute("href"),
    ).toBe("/editvisit/9");
    expect(within(table).getByRole("link", { name: "Tower B" }).getAttribute("href")).toBe("/project/4");
    expect(within(table).getByRole("link", { name: "Palm Court" }).getAttribute("href")).toBe("/edituser/7");
    expect(within(table).getByText(text("audit.log.gone"))).toBeTruthy();
  });

  it("is filtered by the server according to its address, and exported as a table in the same way", async () => {
    const { api, user } = await open(
      "/activity?project=4&from=2026-11-01&to=2026-11-20&search=gate",
      language,
    );
    await user.click(
      await screen.findByRole("button", { name: text("audit.log.only_this", { name: "Palm Court" }) }),
    );
    expect(await screen.findByText(text("audit.log.only", { name: "Palm Court" }))).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text("audit.log.any_kind") }));
    await user.click(await screen.findByRole("menuitem", { name: text("audit.log.kinds.invoice") }));
    await waitFor(() =>
      expect(Object.fromEntries(api.calls("GET /api/activity").at(-1)?.query ?? [])).toEqual({
        page: "1",
        per_page: "50",
        search: "gate",
        id_user: "7",
        id_project: "4",
        action: "invoice",
        from: "2026-11-01",
        to: "2026-11-20",
      }),
    );
    expect(
      screen
        .getByRole("link", { name: new RegExp(`${saying(language)("audit.log.csv").source}$`) })
        .getAttribute("href"),
    ).toBe(
      "/api/activity/export?search=gate&id_user=7&id_project=4&action=invoice&from=2026-11-01&to=2026-11-20",
    );
  });

  it("shows that more match than are counted, opens further pages, and says what a short search covers", async () => {
    const items = Array.from({ length: 50 }, (_, at) => entry({ id: 500 - at }));
    const { api, user } = await open("/activity?search=zq&page=200", language, {
      "GET /api/activity": ({ query }) => {
        const isEnd = query.get("page") === "201";
        return ok({
          items: isEnd ? items.slice(0, 3) : items,
          total: 10_000,
          page: Number(query.get("page")),
          per_page: 50,
          is_more: true,
          is_recent_only: true,
        });
      },
    });
    expect(await screen.findByText(text("audit.log.more_than", { count: 10_000 }))).toBeTruthy();
    expect(screen.getByText(text("audit.log.recent_only", { count: limits.log.readForShort }))).toBeTruthy();
    expect(screen.getByText(text("common.page_of_more", { page: 200, pages: 200 }))).toBeTruthy();
    await user.click(screen.getByRole("button", { name: text("common.next_page") }));
    expect(await screen.findByText(text("common.page_of_more", { page: 201, pages: 200 }))).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole("button", { name: text("common.next_page") })).toHaveProperty("disabled", true),
    );
    expect(api.calls("GET /api/activity").at(-1)?.query.get("page")).toBe("201");
  });

  it("removes all filters on request where nothing matches", async () => {
    const { user } = await open("/activity?action=invoice", language, {
      "GET /api/activity": ({ query }) =>
        ok({ items: query.has("action") ? [] : entries, total: 0, page: 1, per_page: 50 }),
    });
    await user.click(await screen.findByRole("button", { name: text("common.clear_filters") }));
    expect(
      await screen.findByRole("link", { name: text("profile.activity.does.invoice.paid", paid) }),
    ).toBeTruthy();
    expect(location.search).toBe("");
  });
});

describe.each(["en", "ar"] as const)("verification of the audit log in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);
  const newest = { id: 9, hash: "ab".repeat(32), sealed_at: "2026-11-20T10:00:00.000Z", lines: 3 };
  const finding = { problem: "line_changed", id_seal: 9, source: "activity", id_line: 41 } as const;

  it.each([
    ["says that nothing was touched", [], text("audit.intact")],
    ["names the line that was", [finding], saying(language)("evidence.of_line", { n: 41, seal: 9 })],
  ] as const)("checks all seals and %s", async (_, findings, said) => {
    const { api, user } = await open("/activity", language, {
      "GET /api/audit": () => ok({ newest, seals: 9, lines: 40, waiting: 0 }),
      "GET /api/audit/check": ({ query }) =>
        query.get("after") === "0"
          ? ok({ up_to: 5, of: 9, lines: 20, done: false, findings: [] })
          : ok({ up_to: 9, of: 9, lines: 20, done: true, findings }),
    });
    await user.click(await screen.findByRole("button", { name: text("audit.check") }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(await dialog.findByRole("button", { name: text("audit.check") }));
    expect(await dialog.findByText(said)).toBeTruthy();
    expect(api.calls("GET /api/audit/check").map(({ query }) => query.get("after"))).toEqual(["0", "5"]);
  });
});

describe("target of a log entry", () => {
  it.each([
    [
      "to the project of what has no page",
      { subject: { kind: "room", id: 1, name: "Hall" }, id_project: 4 },
      "/project/4",
    ],
    [
      "nowhere from what is deleted",
      { action: "visit.deleted", subject: { kind: "visit", id: 1, name: "A" } },
      null,
    ],
    ["to the settings from a change of them", { action: "settings.changed", subject: null }, "/settings"],
    ["nowhere from what was the account itself", { action: "password.set", subject: null }, null],
  ] as const)("%s", (_, but, address) => {
    expect(subjectAddress(entry(but))).toBe(address);
  });
});
