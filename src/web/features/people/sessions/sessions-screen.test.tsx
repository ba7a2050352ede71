import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { type Answers, ok, refuse } from "#test/web/api-server.ts";
import { session } from "#web/lib/session.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { saying, says } from "#web/testing/say.ts";
import type { AdminSession, Analytics } from "./sessions.queries.ts";

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(() => opened?.close());

const superAdmin = { ...person, role: "super_admin" as const, super_admin: true };

const aSession = (change: Partial<AdminSession> = {}): AdminSession => ({
  id: 1,
  device: "phone",
  browser: "Chrome",
  system: "Android",
  address: "203.0.113.7",
  current: false,
  remembered: false,
  created_at: "2026-11-20T08:00:00.000Z",
  last_seen_at: "2026-11-20T09:00:00.000Z",
  expires_at: "2026-11-20T20:00:00.000Z",
  user: { id: 9, username: "mason", name: "Palm Court", avatar: null },
  active: true,
  ended_at: null,
  end_reason: null,
  ...change,
});

const figures: Analytics = {
  active_sessions: 12,
  active_users: 8,
  online_users: 3,
  sign_ins_today: 5,
  failed_sign_ins_today: 2,
  by_day: Array.from({ length: 30 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 9, 22 + index)).toISOString().slice(0, 10),
    sign_ins: index === 29 ? 5 : 0,
    failed: index === 29 ? 2 : 0,
  })),
  by_device: [
    { device: "phone", sessions: 7 },
    { device: "desktop", sessions: 5 },
  ],
  by_browser: [
    { browser: "Chrome", sessions: 11 },
    { browser: "", sessions: 1 },
  ],
};

const page = (items: readonly AdminSession[], total = items.length) =>
  ok({ items, total, page: 1, per_page: 25 });

const answers: Answers = {
  "GET /api/user": () => ok(superAdmin),
  "GET /api/admin/sessions": () => page([aSession()]),
  "GET /api/admin/sessions/analytics": () => ok(figures),
  "DELETE /api/admin/sessions/{id}/force-logout": () => ok({}),
};

async function open(path = "/sessions", language: "en" | "ar" = "en", more: Answers = {}) {
  opened = await openScreen(path, language, { ...answers, ...more });
  session.setUser(superAdmin);
  return opened;
}

const name = "Palm Court";
const english = says("en");

/** The first is a quote of the specification. */
const failed = { en: "Failed to force logout session", ar: says("ar")("errors.failed.session_force_logout") };

describe.each(["en", "ar"] as const)("the sessions of all users in %s", (language) => {
  const it = inTurns(language);
  const text = says(language);
  const force = text("sessions.force.action_named", {
    name,
    browser: text("sessions.named", { browser: "Chrome", system: "Android" }),
  });

  it("begin with their figures, with the chart also as a table", async () => {
    await open("/sessions", language);
    await screen.findByRole("heading", { name: text("sessions.title"), level: 1 });
    const table = await screen.findByRole("table", { name: text("sessions.analytics.chart") });
    const days = within(table).getAllByRole("row");
    expect(days).toHaveLength(31);
    expect(
      within(days.at(-1) ?? table)
        .getAllByRole("cell")
        .map(({ textContent }) => textContent),
    ).toEqual(["5", "2"]);
  });

  it("are ended by force after a confirmation with the user's name", async () => {
    const { api, user } = await open("/sessions", language);
    await user.click(await screen.findByRole("button", { name: force }));
    const dialog = await screen.findByRole("alertdialog", { name: text("sessions.force.title", { name }) });
    expect(dialog.textContent).toContain("203.0.113.7");
    expect(api.calls("DELETE /api/admin/sessions/{id}/force-logout")).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: text("sessions.force.action") }));
    await screen.findByText(text("sessions.force.done", { name }));
    expect(api.calls("DELETE /api/admin/sessions/{id}/force-logout")).toHaveLength(1);
  });

  it("show an error when one could not be ended", async () => {
    const { user } = await open("/sessions", language, {
      "DELETE /api/admin/sessions/{id}/force-logout": () => refuse(500, "SERVER", ""),
    });
    await user.click(await screen.findByRole("button", { name: force }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", {
        name: text("sessions.force.action"),
      }),
    );
    expect((await screen.findByText(new RegExp(`^${failed[language]}`))).textContent).toBeTruthy();
  });
});

describe("the list of sessions", () => {
  it("requests what is in the address, and writes selected filters into it", async () => {
    const { api, user } = await open("/sessions?search=mason&state=ended&user=9&page=2");
    await screen.findByText("203.0.113.7");
    const [first] = api.calls("GET /api/admin/sessions");
    expect(Object.fromEntries(first?.query ?? [])).toEqual({
      page: "2",
      per_page: "25",
      search: "mason",
      id_user: "9",
      active: "0",
    });
    await user.click(await screen.findByRole("button", { name: english("common.remove") }));
    await user.click(screen.getByRole("button", { name: english("sessions.list.active") }));
    await waitFor(() => expect(location.search).toBe("?search=mason&state=active"));
    await user.click(screen.getByRole("button", { name: english("sessions.list.when") }));
    await user.click(
      await screen.findByRole("menuitemradio", { name: english("sessions.list.periods.week") }),
    );
    await waitFor(() => expect(location.search).toBe("?search=mason&state=active&period=week"));
    const asked = api.calls("GET /api/admin/sessions").at(-1)?.query.get("from") ?? "";
    expect(Date.now() - Date.parse(asked)).toBeLessThan(7 * 86_400_000 + 60_000);
  });

  it("shows one user's on request", async () => {
    const { user } = await open();
    await user.click(
      await screen.findByRole("button", { name: english("sessions.list.only_this", { name }) }),
    );
    await waitFor(() => expect(location.search).toBe("?user=9"));
    expect(screen.getByText(english("sessions.list.only_user", { name }))).toBeTruthy();
  });

  it("offers no forced logout of the user's own session, nor of one that has ended", async () => {
    await open("/sessions", "en", {
      "GET /api/admin/sessions": () =>
        page([
          aSession({ id: 1, current: true }),
          aSession({ id: 2, active: false, ended_at: "2026-11-20T10:00:00.000Z", end_reason: "forced" }),
        ]),
    });
    const table = await screen.findByRole("grid", { name: english("sessions.list.label") });
    expect(within(table).getByText(english("sessions.this_browser"))).toBeTruthy();
    expect(within(table).getByText(english("sessions.list.reason.forced"))).toBeTruthy();
    expect(within(table).queryByRole("button", { name: saying("en")("sessions.force.action") })).toBeNull();
  });

  it("explains what to do when it is empty", async () => {
    const { user } = await open("/sessions?search=nobody", "en", {
      "GET /api/admin/sessions": ({ query }) => (query.get("search") ? page([]) : page([aSession()])),
    });
    await user.click(await screen.findByRole("button", { name: english("common.clear_filters") }));
    await screen.findByText("203.0.113.7");
  });

  it("is visible only to the super admin: all others see the dashboard instead", async () => {
    opened = await openScreen("/sessions", "en", {
      "GET /api/projects/recent": () => ok({ items: [] }),
      "GET /api/visits": () => ok({ items: [], total: 0, page: 1, per_page: 12 }),
    });
    await waitFor(() => expect(location.pathname).toBe("/dashboard"));
    expect(opened.api.calls("GET /api/admin/sessions")).toEqual([]);
  });
});
