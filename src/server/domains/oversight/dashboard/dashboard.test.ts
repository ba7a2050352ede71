import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Dashboard } from "#contract/dashboard.ts";
import { forge } from "#server/domains/installation/audit/audit.fixture.ts";
import { person } from "#server/domains/sites/team/team.fixture.ts";
import { type Person, snagsWorld } from "#server/domains/work/snags/snags.fixture.ts";
import { newCode } from "#server/platform/code.ts";

const now = new Date("2026-03-18T09:00:00Z");
const world = snagsWorld({ clock: { now: () => now } });
const db = () => world.is.app.database.db;
const look = (by: Person): Promise<Dashboard> => by.client.call("GET /api/dashboard");
const changes = (by: Person) => by.client.call("GET /api/dashboard/changes");
const seen = (by: Person, until: string) => by.client.call("PUT /api/dashboard/seen", { body: { until } });

/** A separate project with the users of the fixture, so that data of other tests does not count. */
async function site() {
  const { app } = world.is;
  const owner = await person(app, { role: "administrator" });
  const { id, name } = await owner.client.call("POST /api/projects", {
    body: { name: `Site ${newCode(6)}` },
  });
  const member = async (role: "editor" | "viewer" | "trade") => {
    const made = await person(app);
    await app.join(id, made, role);
    return made;
  };
  const place = await world.walk(id);
  return {
    id,
    name,
    owner,
    member,
    ...place,
    pin: (body: Record<string, unknown>, by = owner) => world.pin({ id_visit: place.id_visit, ...body }, by),
  };
}

async function camera(id_project: number, name: string, state: "up" | "down" | "unknown") {
  const { id } = await db()
    .insertInto("cameras")
    .values({ code: newCode(), id_project, id_user: null, name, kind: "hls", source: "", state })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const channel = (id_project: number, name: string, state: "live" | "idle" | "interrupted") =>
  db()
    .insertInto("live_channels")
    .values({
      code: newCode(),
      id_project,
      id_user: null,
      name,
      driver: "own",
      key_hash: Buffer.from(newCode(32)),
      key_hint: "abcd",
      state,
    })
    .execute();

describe("the first screen", () => {
  it("puts overdue snags first, then by priority, and counts open ones", async () => {
    const { id, owner, member, pin } = await site();
    const editor = await member("editor");
    await pin({ title: "Some day", priority: "low" });
    await pin({ title: "Critical", priority: "critical" });
    await pin({ title: "Late", due_date: "2026-03-17", priority: "low" });
    await pin({ title: "Very late", due_date: "2026-03-01", id_assignee: editor.id });
    await pin({ title: "Today", due_date: "2026-03-18" });
    await pin({ title: "In a week", due_date: "2026-03-25" });
    await pin({ title: "Later", due_date: "2026-03-26" });
    await pin({ title: "Done", due_date: "2026-03-01", status: "closed", priority: "critical" });
    const { snags } = await look(editor);
    expect(snags).toMatchObject({ open: 7, overdue: 2, due_soon: 2, mine: 1, critical: 1 });
    expect(snags.items.map(({ title }) => title)).toEqual([
      "Very late",
      "Late",
      "Critical",
      "Today",
      "In a week",
      "Later",
    ]);
    expect(snags.items.map(({ days_late }) => days_late)).toEqual([17, 1, null, 0, -7, -8]);
    expect((await look(owner)).snags).toMatchObject({ open: 7, mine: 0 });
    // Eleven hours behind it is still the day before.
    await db().updateTable("projects").set({ time_zone: "Pacific/Pago_Pago" }).where("id", "=", id).execute();
    const { overdue, items } = (await look(editor)).snags;
    expect([overdue, items.map(({ days_late }) => days_late)]).toEqual([1, [16, null, -1, -8, -9, 0]]);
  });

  it("shows trades only their own snags, and no camera, channel or storage of others", async () => {
    const { id, member, pin } = await site();
    const trade = await member("trade");
    await camera(id, "Gate", "up");
    await channel(id, "Crane", "live");
    await pin({ title: "Somebody else's", priority: "critical" });
    await pin({ title: "To be mended", id_assignee: trade.id });
    expect(await look(trade)).toEqual({
      snags: {
        open: 1,
        overdue: 0,
        due_soon: 0,
        mine: 1,
        critical: 0,
        items: [expect.objectContaining({ title: "To be mended", number: 2, id_project: id })],
      },
      cameras: { total: 0, up: 0, down: 0, items: [] },
      live: [],
      storage: { used: 0, free: null },
    });
  });

  it("shows strangers nothing, and members nothing that is withheld or in the bin", async () => {
    const { id, owner, member, pin } = await site();
    const viewer = await member("viewer");
    await camera(id, "Gate", "up");
    await channel(id, "Crane", "live");
    await pin({ title: "Door" });
    const nothing = {
      snags: { open: 0, overdue: 0, due_soon: 0, mine: 0, critical: 0, items: [] },
      cameras: { total: 0, up: 0, down: 0, items: [] },
      live: [],
      storage: { used: 0, free: null },
    };
    expect(await look(world.is.stranger)).toEqual(nothing);
    const whole = await look(viewer);
    expect([whole.snags.open, whole.cameras.total, whole.live.length]).toEqual([1, 1, 1]);
    await db()
      .updateTable("project_members")
      .set({ withheld: ["snags.view", "snags.own", "cameras.view", "live.view"] })
      .where("id_user", "=", viewer.id)
      .execute();
    expect(await look(viewer)).toEqual(nothing);
    expect((await look(owner)).storage.used).toBe(1000);
    await owner.client.call("DELETE /api/projects/{id}", { params: { id } });
    expect(await look(owner)).toEqual(nothing);
  });

  it("puts failing cameras first, each with its newest picture, and channels on air", async () => {
    const { id, name, owner } = await site();
    await camera(id, "Gate", "up");
    const down = await camera(id, "Roof", "down");
    await camera(id, "Yard", "unknown");
    for (const [hour, thumbnail] of [
      [7, "media/older"],
      [8, "media/newer"],
    ] as const)
      await db()
        .insertInto("camera_stills")
        .values({
          id_camera: down,
          taken_at: new Date(Date.UTC(2026, 2, 18, hour)),
          image: thumbnail,
          thumbnail,
          bytes: 500,
        })
        .execute();
    await channel(id, "Crane", "live");
    await channel(id, "Walk", "idle");
    await channel(id, "Pump", "interrupted");
    const { cameras, live, storage } = await look(owner);
    expect(cameras).toMatchObject({ total: 3, up: 1, down: 1 });
    expect(cameras.items.map((one) => [one.name, one.state, one.project_name])).toEqual([
      ["Roof", "down", name],
      ["Yard", "unknown", name],
      ["Gate", "up", name],
    ]);
    expect(cameras.items[0]?.still).toContain("newer");
    expect(live.map((one) => one.name).toSorted()).toEqual(["Crane", "Pump"]);
    // A picture of two rooms counts once, each still separately.
    expect(storage).toEqual({ used: 2000, free: null });
  });

  it("shows super admins the free space, and all projects", async () => {
    const { id, pin } = await site();
    await pin({ title: "Door", priority: "critical", due_date: "2020-01-01" });
    const admin = await person(world.is.app, { role: "super_admin" });
    const { storage, snags } = await look(admin);
    expect(storage.free).toBeGreaterThan(0);
    expect(snags.items[0]).toMatchObject({ title: "Door", id_project: id });
  });
});

describe("changes since the last visit", () => {
  /** Written with the time of the action, which the calls themselves do not take. */
  const did = (
    who: Person,
    id_project: number,
    action: string,
    at: string,
    subject?: { kind: string; id: number; name: string },
  ) =>
    db()
      .insertInto("activity")
      .values({
        id_user: who.id,
        id_project,
        action,
        subject_kind: subject?.kind ?? null,
        id_subject: subject?.id ?? null,
        subject_name: subject?.name ?? "",
        address: "",
        created_at: new Date(at),
      })
      .execute();

  async function quiet() {
    const there = await site();
    await forge(db(), sql`delete from activity where id_project = ${there.id}`);
    return there;
  }

  it("lists actions of others since then, newest first, and none of one's own", async () => {
    const { id, name, owner, member } = await quiet();
    const editor = await member("editor");
    await did(editor, id, "visit.created", "2026-03-17T10:00:00Z", { kind: "visit", id: 1, name: "Week 11" });
    await did(editor, id, "sheet.created", "2026-03-18T08:00:00Z", { kind: "sheet", id: 1, name: "Roof" });
    await did(owner, id, "project.changed", "2026-03-18T08:30:00Z");
    const first = await changes(owner);
    expect(first).toMatchObject({ since: null, total: 2 });
    expect(first.items.map(({ action }) => action)).toEqual(["sheet.created", "visit.created"]);
    expect(first.items[0]).toMatchObject({ id_project: id, project_name: name, who: { id_user: editor.id } });
    await seen(owner, "2026-03-18T07:00:00Z");
    expect(await changes(owner)).toMatchObject({
      since: "2026-03-18T07:00:00.000Z",
      total: 1,
      items: [{ action: "sheet.created" }],
    });
    expect((await changes(editor)).items.map(({ action }) => action)).toEqual(["project.changed"]);
  });

  it("moves neither back, when an older screen reports, nor ahead of now", async () => {
    const { owner } = await quiet();
    await seen(owner, "2026-03-18T08:00:00Z");
    await seen(owner, "2026-03-10T08:00:00Z");
    expect((await changes(owner)).since).toBe("2026-03-18T08:00:00.000Z");
    await seen(owner, "2999-01-01T00:00:00Z");
    expect((await changes(owner)).since).toBe(now.toISOString());
    expect(await owner.client.refused("PUT /api/dashboard/seen", { body: { until: "soon" } })).toMatchObject({
      status: 422,
    });
  });

  it("shows strangers nothing, and a new user no more than the last two weeks", async () => {
    const { id, owner, member } = await quiet();
    const viewer = await member("viewer");
    await did(owner, id, "visit.created", "2026-03-04T08:59:59Z");
    await did(owner, id, "visit.changed", "2026-03-04T09:00:01Z");
    expect((await changes(viewer)).items.map(({ action }) => action)).toEqual(["visit.changed"]);
    expect(await changes(await person(world.is.app))).toEqual({ since: null, total: 0, items: [] });
  });

  it("shows trades their own snags and only permitted changes, without naming users", async () => {
    const { id, owner, member, pin } = await quiet();
    const trade = await member("trade");
    const theirs = await pin({ title: "Door", id_assignee: trade.id });
    const other = await pin({ title: "Window" });
    await forge(db(), sql`delete from activity where id_project = ${id}`);
    const at = "2026-03-18T08:00:00Z";
    await did(owner, id, "snag.changed", at, { kind: "snag", id: other.id, name: "Window" });
    await did(owner, id, "snag.changed", at, { kind: "snag", id: theirs.id, name: "Door" });
    await did(owner, id, "camera.created", at, { kind: "camera", id: 1, name: "Gate" });
    await did(owner, id, "team.invited", at, { kind: "team", id: 1, name: "" });
    await did(owner, id, "visit.created", at, { kind: "visit", id: 1, name: "Week 11" });
    await did(owner, id, "passkey.added", at);
    const { items, total } = await changes(trade);
    expect(items.map(({ action, subject, who }) => [action, subject?.name, who])).toEqual([
      ["visit.created", "Week 11", null],
      ["snag.changed", "Door", null],
    ]);
    expect(total).toBe(2);
  });

  it("shows fifty, and the total", async () => {
    const { id, owner, member } = await quiet();
    const viewer = await member("viewer");
    for (let n = 0; n < 53; n += 1) await did(owner, id, "room.created", "2026-03-18T08:00:00Z");
    const { total, items } = await changes(viewer);
    expect([total, items.length]).toEqual([53, 50]);
  });
});
