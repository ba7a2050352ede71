import { screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import type { Dashboard } from "#contract/dashboard.ts";
import { ok } from "#test/web/api-server.ts";
import { RealtimeServer } from "#test/web/realtime-server.ts";
import { inTurns } from "#web/testing/in-turns.ts";
import { offerRealtime } from "#web/testing/offer-realtime.ts";
import { openScreen, person } from "#web/testing/open-screen.tsx";
import { aProject } from "#web/testing/records.ts";

let realtime: RealtimeServer;
beforeAll(async () => {
  realtime = await RealtimeServer.start(() => ({ status: 404, body: {} }));
  offerRealtime(realtime);
});
afterAll(() => realtime.stop());

let opened: Awaited<ReturnType<typeof openScreen>> | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const snag = {
  id: 31,
  number: 12,
  title: "Cracked tile",
  status: "open",
  priority: "high",
  id_project: 1,
  due_date: null,
  days_late: null,
  project_name: "Tower B",
};
const glance = (items: Dashboard["snags"]["items"]): Dashboard => ({
  snags: { open: items.length, overdue: 0, due_soon: 0, mine: items.length, critical: 0, items },
  cameras: { total: 0, up: 0, down: 0, items: [] },
  live: [],
  storage: { used: 0, free: null },
});
const page = ok({ items: [], total: 0, page: 1, per_page: 5 });

describe.each(["en", "ar"] as const)("the dashboard in %s", (language) => {
  const it = inTurns(language);

  it("loads the figures together for several channels", async () => {
    let items: Dashboard["snags"]["items"] = [];
    opened = await openScreen("/dashboard", language, {
      "GET /api/dashboard": () => ok(glance(items)),
      "GET /api/dashboard/changes": () => ok({ since: null, items: [], has_more: false }),
      "GET /api/projects/recent": () => ok([1, 2, 3, 4, 5, 6, 7].map((id) => aProject({ id }))),
      "GET /api/visits": () => page,
      "GET /api/notifications/unread": () => ok({ unread: 0 }),
      "GET /api/messages/unread": () => ok({ unread: 0 }),
      "POST /api/broadcasting/auth": () => ({ body: { auth: "key:proof" } }),
    });
    const loads = () => opened?.api.calls("GET /api/dashboard").length;
    await waitFor(() => expect(opened?.api.calls("POST /api/broadcasting/auth").length).toBeGreaterThan(7));
    // Once for the screen, at least once when all channels are there: not once for each of them.
    await waitFor(() => expect(loads()).toBeGreaterThan(1));
    items = [snag];
    await waitFor(() => {
      for (const id of [1, 2, 3, 4, 5, 6, 7])
        realtime.tell(`private-project-${id}`, "snag.changed", { id_project: id, ids: [31], rooms: [] });
      expect(screen.queryByText("Cracked tile")).not.toBeNull();
    });
    expect(loads()).toBeLessThan(8);
  });

  it.each([
    [`private-user-${person.id}`, "new-notification"],
    ["private-project-1", "snag.changed"],
  ])("shows a new snag as soon as %s says %s", async (channel, event) => {
    let items: Dashboard["snags"]["items"] = [];
    opened = await openScreen("/dashboard", language, {
      "GET /api/dashboard": () => ok(glance(items)),
      "GET /api/dashboard/changes": () => ok({ since: null, items: [], has_more: false }),
      "GET /api/projects/recent": () => ok([aProject()]),
      "GET /api/visits": () => page,
      "GET /api/notifications/unread": () => ok({ unread: 0 }),
      "GET /api/messages/unread": () => ok({ unread: 0 }),
      "POST /api/broadcasting/auth": () => ({ body: { auth: "key:proof" } }),
    });
    await waitFor(() => expect(opened?.api.calls("GET /api/dashboard").length).toBeGreaterThan(0));
    await waitFor(() => expect(realtime.hearers.size).toBe(1));
    expect(screen.queryByText("Cracked tile")).toBeNull();
    items = [snag];
    await waitFor(() => {
      realtime.tell(channel, event, { id_project: 1, ids: [31], rooms: [] });
      expect(screen.queryByText("Cracked tile")).not.toBeNull();
    });
  });
});
