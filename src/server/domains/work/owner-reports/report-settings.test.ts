import { describe, expect, it } from "vitest";
import { reportSections } from "#contract/owner-reports.limits.ts";
import { person } from "#server/domains/installation/notifications/news.fixture.ts";
import { siteDates } from "#test/site-dates.ts";
import { client, OwnerReportsWorld } from "./owner-reports.fixture.ts";

const world = new OwnerReportsWorld();

describe("the settings of a report", () => {
  it("are switched off at first, and belong to those who edit the project", async () => {
    const first = await world.owner.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(first).toMatchObject({ is_on: false, period: "weekly", time_zone: "Asia/Riyadh", next_at: null });
    expect(first.recipients).toEqual([]);
    const { code } = await world.viewer.client.refused("GET /api/projects/{id}/owner-report", world.at());
    expect(code).toBe("PROJECT_EDIT_DENIED");
    const stranger = await person(world.app);
    const foreign = await stranger.client.refused("GET /api/projects/{id}/owner-report", world.at());
    expect(foreign.code).toBe("NOT_FOUND");
  });

  it("say when the next report is sent, in the project's time zone", async () => {
    const saved = await world.owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...world.at(),
      body: { is_on: true, period: "weekly", weekday: 0, hour: 7 },
    });
    const next = new Date(saved.next_at ?? 0);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    // 07:00 in Riyadh.
    expect([next.getUTCDay(), next.getUTCHours()]).toEqual([0, 4]);
    const off = await world.owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...world.at(),
      body: { is_on: false },
    });
    expect(off.next_at).toBeNull();
  });

  it("refuse an unknown address, a stranger, a recipient named twice, and an outdated version", async () => {
    const put = (body: object) =>
      world.owner.client.refused("PUT /api/projects/{id}/owner-report", { ...world.at(), body });
    expect(await put({ recipients: [{ ...client, email: "client@" }] })).toMatchObject({
      code: "VALIDATION",
    });
    expect((await put({ recipients: [{ id_user: (await world.app.user()).id }] })).errors).toEqual({
      "recipients.0": ["owner_reports.not_member"],
    });
    expect((await put({ recipients: [client, { ...client, email: "Client@example.org" }] })).errors).toEqual({
      "recipients.1": ["owner_reports.recipient_twice"],
    });
    expect((await put({ sections: [] })).errors).toEqual({ sections: ["owner_reports.sections_empty"] });
    expect((await put({ version: 0, hour: 3 })).code).toBe("CONFLICT");
    expect((await put({ views: [{ id_room: 999_999, yaw: 0, pitch: 0 }] })).errors).toEqual({
      views: ["owner_reports.view_unknown"],
    });
  });
});

describe("a manager who may not see visits", () => {
  it("fixes no view of a room, and learns neither its name nor the code of its visit", async () => {
    const editor = await person(world.app);
    await world.app.join(world.project, editor, "manager");
    const site = siteDates(world.db(), world.project);
    const visit = await site.visit();
    const [first, second] = [
      await site.room(visit.id, { name: "Vault" }),
      await site.room(visit.id, { name: "Safe" }),
    ];
    const view = (id_room: number) => ({ id_room, yaw: 0, pitch: 0, fov: 70 });
    await world.owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...world.at(),
      body: { views: [view(first)] },
    });
    await world
      .db()
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", editor.id)
      .execute();
    const { views } = await editor.client.call("GET /api/projects/{id}/owner-report", world.at());
    expect(views).toMatchObject([{ id_room: first, name: "", visit_code: "" }]);
    const put = (body: object) =>
      editor.client.raw("PUT /api/projects/{id}/owner-report", { ...world.at(), body });
    expect((await put({ views: [view(first)], hour: 8 })).status).toBe(200);
    expect((await put({ views: [view(first), view(second)] })).status).toBe(422);
    const own = { ...client, email: "own@example.org" };
    const { errors } = await editor.client.refused("PUT /api/projects/{id}/owner-report", {
      ...world.at(),
      body: { recipients: [{ id_user: editor.id }, own] },
    });
    expect(errors).toEqual({ "recipients.1": ["owner_reports.recipient_denied"] });
    const seen = { sections: ["changes", "snags"], recipients: [own] };
    expect((await put(seen)).status).toBe(200);
    const restored = await world.owner.client.call("PUT /api/projects/{id}/owner-report", {
      ...world.at(),
      body: { views: [], sections: [...reportSections], recipients: [] },
    });
    expect(restored.sections).toEqual(reportSections);
  });
});
