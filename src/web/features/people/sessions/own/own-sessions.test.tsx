import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SessionInfo } from "#contract/sessions.ts";
import { somebody } from "#test/people.ts";
import { soon } from "#test/soon.ts";
import { textsOf } from "#web/lib/all-texts.ts";
import { queryClient } from "#web/lib/query.ts";
import { session } from "#web/lib/session.ts";
import { serveToasts } from "#web/lib/toasts.ts";
import { createTranslate, type TextKey } from "#web/lib/translate.ts";
import { translate } from "#web/lib/words-on-screen.ts";
import { say } from "#web/testing/say.ts";
import { OwnSessions } from "./own-sessions.tsx";

const aSession = (change: Partial<SessionInfo>): SessionInfo => ({
  id: 1,
  device: "desktop",
  browser: "Firefox",
  system: "Linux",
  address: "203.0.113.7",
  current: false,
  remembered: false,
  created_at: "2026-11-20T08:00:00.000Z",
  last_seen_at: "2026-11-20T09:00:00.000Z",
  expires_at: "2026-11-20T20:00:00.000Z",
  ...change,
});

let sessions: SessionInfo[] = [];
let alerts: { id: number; kind: string }[] = [];
let asked: string[] = [];
let toasts: string[] = [];
let isBroken = false;

async function open(language: "en" | "ar" = "en") {
  sessions = [
    aSession({ id: 1, current: true }),
    aSession({ id: 2, device: "phone", browser: "Chrome", system: "Android", remembered: true }),
    aSession({ id: 3, device: "other", browser: "", system: "" }),
  ];
  [asked, toasts, isBroken] = [[], [], false];
  queryClient.clear();
  session.setUser(somebody);
  translate.set(createTranslate(language, await textsOf(language)));
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init = {}) => {
    const route = `${init.method ?? "GET"} ${url as string}`;
    if (init.method !== "GET") asked.push(route);
    if (init.method !== "GET" && isBroken) return new Response("", { status: 500 });
    return Response.json({ data: answer(route) });
  });
  serveToasts(({ title }) => toasts.push(title));
  render(
    <QueryClientProvider client={queryClient}>
      <OwnSessions />
    </QueryClientProvider>,
  );
  await screen.findAllByRole("listitem");
  return userEvent.setup();
}

function answer(route: string): unknown {
  const { id: _, remembered: __, created_at, expires_at: ___, ...device } = aSession({ current: true });
  if (route === "GET /api/sessions/devices")
    return { items: [{ ...device, sessions: 1, first_seen_at: created_at }] };
  if (route === "GET /api/sessions/alerts")
    return { items: alerts.map((alert) => ({ ...device, created_at, ...alert })) };
  if (route === "GET /api/sessions") return { items: sessions };
  if (route === "POST /api/sessions/revoke-all") {
    sessions = sessions.filter(({ current }) => current);
    return { ended: 2 };
  }
  const ended = /^DELETE \/api\/sessions\/(\d+)$/.exec(route)?.[1];
  sessions = sessions.filter(({ id }) => id !== Number(ended));
  return {};
}

afterEach(() => {
  cleanup();
  alerts = [];
  vi.restoreAllMocks();
  session.setUser(undefined);
});

const part = (key: TextKey) => within(screen.getByRole("region", { name: say(key) }));
const chrome = () => say("sessions.named", { browser: "Chrome", system: "Android" });

describe("the user's own sessions", () => {
  it("mark the current one, which is the only one that cannot be signed out here", async () => {
    await open();
    const rows = part("sessions.own.title").getAllByRole("listitem");
    expect(rows.map((row) => within(row).queryByText(say("sessions.this_browser")) !== null)).toEqual([
      true,
      false,
      false,
    ]);
    expect(rows.map((row) => within(row).queryByRole("button") !== null)).toEqual([false, true, true]);
    expect(rows[1]?.textContent).toContain(say("sessions.remembered"));
    expect(rows[2]?.textContent).toContain(say("sessions.device.other"));
  });

  it("end one by one, after a confirmation with the browser's name", async () => {
    const user = await open();
    await user.click(
      screen.getByRole("button", { name: say("sessions.own.sign_out_named", { name: chrome() }) }),
    );
    const dialog = await screen.findByRole("alertdialog", {
      name: say("sessions.own.sign_out_title", { name: chrome() }),
    });
    expect(asked).toEqual([]);
    await user.click(within(dialog).getByRole("button", { name: say("sessions.own.sign_out") }));
    await soon(() => expect(toasts).toEqual([say("sessions.own.signed_out", { name: chrome() })]));
    expect(asked).toEqual(["DELETE /api/sessions/2"]);
    await soon(() => expect(screen.queryByText(chrome())).toBeNull());
  });

  it("end except for this one, and then there is nothing left to end", async () => {
    const user = await open();
    await user.click(screen.getByRole("button", { name: say("sessions.own.all") }));
    const dialog = await screen.findByRole("alertdialog");
    await user.click(within(dialog).getByRole("button", { name: say("sessions.own.all") }));
    await soon(() => expect(toasts).toEqual([say("sessions.own.all_done", { count: 2 })]));
    expect(asked).toEqual(["POST /api/sessions/revoke-all"]);
    await soon(() => expect(screen.queryByRole("button", { name: say("sessions.own.all") })).toBeNull());
  });

  it("show an error when one could not be ended", async () => {
    const user = await open();
    isBroken = true;
    await user.click(
      screen.getByRole("button", { name: say("sessions.own.sign_out_named", { name: chrome() }) }),
    );
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", {
        name: say("sessions.own.sign_out"),
      }),
    );
    await soon(() => expect(toasts).toEqual(["Failed to revoke session"]));
  });

  it("are beside the user's devices and alerts, the newest five until all are requested", async () => {
    alerts = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, kind: "new_device" }));
    const user = await open();
    expect(part("sessions.devices.title").getAllByRole("listitem")).toHaveLength(1);
    await soon(() => expect(part("sessions.alerts.title").getAllByRole("listitem")).toHaveLength(5));
    await user.click(
      part("sessions.alerts.title").getByRole("button", { name: say("sessions.alerts.more", { count: 7 }) }),
    );
    expect(part("sessions.alerts.title").getAllByRole("listitem")).toHaveLength(7);
  });

  it("are shown in Arabic, and say when there are no events", async () => {
    await open("ar");
    expect(part("sessions.own.title").getAllByRole("listitem")).toHaveLength(3);
    expect(await screen.findByText(say("sessions.alerts.empty"))).toBeTruthy();
    expect(screen.getByRole("button", { name: say("sessions.own.all") })).toBeTruthy();
  });
});
