import { describe, expect, it } from "vitest";
import type { SnagStatus } from "#contract/choices.ts";
import { siteDays } from "#server/domains/sites/projects/site-days.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createSnagList } from "./list.ts";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld({ clock: { now: () => new Date("2026-03-10T09:00:00Z") } });
const { pin, put, list } = world;

/** Each test has a project of its own, without snags of other tests. */
async function site() {
  const { owner, app, editor } = world.is;
  const { id } = await owner.client.call("POST /api/projects", { body: { name: `Site ${Math.random()}` } });
  await app.join(id, editor, "editor");
  const place = await world.walk(id);
  return {
    ...place,
    id_project: id,
    pin: (body: Record<string, unknown> = {}) => pin({ id_visit: place.id_visit, ...body }),
    titles: async (query: Record<string, unknown> = {}) =>
      (await list({ id_project: id, ...query })).items.map(({ title }) => title),
  };
}

describe("the list of snags", () => {
  it("filters by visit, room and words, also by number", async () => {
    const { titles, id_visit, id_room, id_project, ...there } = await site();
    const other = await world.walk(id_project);
    await there.pin({ title: "Door 100% wrong", id_room });
    await there.pin({ title: "Window", text: "cracked pane", trade: "Glazier" });
    await pin({ id_visit: other.id_visit, title: "Roof" });
    expect(await titles()).toEqual(["Roof", "Window", "Door 100% wrong"]);
    expect(await titles({ id_visit })).toEqual(["Window", "Door 100% wrong"]);
    expect(await titles({ id_room })).toEqual(["Door 100% wrong"]);
    expect(await titles({ search: "100%" })).toEqual(["Door 100% wrong"]);
    expect(await titles({ search: "CRACKED" })).toEqual(["Window"]);
    expect(await titles({ search: "glaz" })).toEqual(["Window"]);
    expect(await titles({ search: "hall" })).toEqual(["Door 100% wrong"]);
    expect(await titles({ search: "#3" })).toEqual(["Roof"]);
    expect(await titles({ search: "2" })).toEqual(["Window"]);
    expect(await titles({ search: "_" })).toEqual([]);
  });

  it("finds over all projects what it finds in one, for users of few projects, of many, and super admins", async () => {
    const { app, owner } = world.is;
    const db = app.database.db;
    const there = await site();
    const { id_project } = there;
    const gone = await world.walk(id_project);
    const titled = await there.pin({ title: "Zephyr door" });
    const written = await there.pin({ title: "Second", text: "A ZEPHYR pane" });
    const traded = await there.pin({ title: "Third", trade: "Zephyrist" });
    const roomed = await there.pin({ title: "Fourth", id_room: there.id_room });
    const lost = await pin({ id_visit: gone.id_visit, title: "Fifth", id_room: gone.id_room });
    await there.pin({ title: "Sixth", id_room: there.id_kitchen });
    await db
      .updateTable("rooms")
      .set({ name: "Zephyr hall" })
      .where("id", "in", [there.id_room, gone.id_room])
      .execute();
    await db.deleteFrom("rooms").where("id", "=", gone.id_room).execute();
    await db.updateTable("snags").set({ number: 7123 }).where("id", "=", traded.id).execute();
    const admin = await world.member("viewer");
    await db.updateTable("users").set({ role: "super_admin" }).where("id", "=", admin.id).execute();
    const found = async (search: string, by = owner) => {
      const { items, total, counts } = await list({ search, sort: "updated" }, by);
      expect([total, counts.open]).toEqual([items.length, items.length]);
      return items.map(({ id }) => id).toSorted((a, b) => a - b);
    };
    const matching = [titled, written, traded, roomed, lost].map(({ id }) => id);
    const compare = async (by = owner) => {
      expect(await found("zephyr", by)).toEqual(matching);
      expect(await found("zephyr hall", by)).toEqual([roomed.id, lost.id]);
      expect(await found("#7123", by)).toEqual([traded.id]);
      expect(await found("ze", by)).toEqual(matching);
      expect(await found("zephyr%", by)).toEqual([]);
    };
    await compare();
    await compare(admin);
    for (let n = 0; n < 21; n += 1) {
      const { id } = await owner.client.call("POST /api/projects", { body: { name: `Further ${n}` } });
      await app.join(id, world.is.editor, "editor");
    }
    await compare();
    await compare(world.is.editor);
  });

  it("filters by status, priority, trade and assignee, and counts by status independently", async () => {
    const { titles, id_project, ...there } = await site();
    const { editor, owner } = world.is;
    await there.pin({ title: "A", status: "open", priority: "low", trade: "Tiler" });
    await there.pin({ title: "B", status: "in_work", priority: "critical", id_assignee: editor.id });
    await there.pin({ title: "C", status: "closed", priority: "critical", id_assignee: owner.id });
    expect(await titles({ status: "open,in_work" })).toEqual(["B", "A"]);
    expect(await titles({ priority: "critical" })).toEqual(["C", "B"]);
    expect(await titles({ trade: "tiler" })).toEqual(["A"]);
    expect(await titles({ id_assignee: editor.id })).toEqual(["B"]);
    expect(await titles({ mine: 1 })).toEqual(["C"]);
    const page = await list({ id_project, status: "open" });
    expect(page).toMatchObject({
      total: 1,
      counts: { open: 1, in_work: 1, ready: 0, closed: 1, disputed: 0 },
    });
    expect((await list({ id_project, priority: "critical" })).counts).toMatchObject({ open: 0, closed: 1 });
    const refused = await owner.client.refused("GET /api/annotations", {
      query: { status: "lost" },
    });
    expect(refused).toMatchObject({ status: 422 });
  });

  it("marks snags overdue by the current day, and never closed ones", async () => {
    const { titles, ...there } = await site();
    await there.pin({ title: "Yesterday", due_date: "2026-03-09" });
    await there.pin({ title: "Today", due_date: "2026-03-10" });
    await there.pin({ title: "Done", due_date: "2026-03-01", status: "closed" });
    await there.pin({ title: "Some day" });
    expect(await titles({ overdue: 1 })).toEqual(["Yesterday"]);
    const { items } = await list({ id_project: there.id_project });
    const late = items.filter(({ is_overdue }) => is_overdue).map(({ title }) => title);
    expect(late).toEqual(["Yesterday"]);
    // In the far west it is still the 9th; an index of due dates is read up to the 10th.
    const { db } = world.is.app.database;
    const west = db.updateTable("projects").set({ time_zone: "Pacific/Pago_Pago" });
    await west.where("id", "=", there.id_project).execute();
    expect(await titles({ overdue: 1 })).toEqual([]);
    await there.pin({ title: "The day before", due_date: "2026-03-08" });
    expect(await titles({ overdue: 1 })).toEqual(["The day before"]);
  });

  const superAdmin = async (): Promise<SessionUser> => ({
    id: (await world.member("viewer")).id,
    role: "super_admin",
    super_admin: true,
    is_demo: false,
    language: "en",
  });

  it("counts overdue snags of a status when all are too many, and none as closed", async () => {
    const db = world.is.app.database.db;
    const there = await site();
    const dated = { trade: "Thatcher", due_date: "2026-03-01" };
    for (const status of ["open", "open", "ready", "in_work"]) await there.pin({ ...dated, status });
    await there.pin({ ...dated, status: "closed" });
    const few = createSnagList(db, { counted: 2, found: 2 });
    const user = await superAdmin();
    const overdueOn = await siteDays(db, new Date("2026-03-10T09:00:00Z"));
    const column = (...status: SnagStatus[]) =>
      few(user, { trade: "thatcher", overdueOn, status, page: 1, per_page: 5 });
    expect(await column("open")).toMatchObject({ total: 2, is_more: false, counts: {} });
    expect((await column("open")).rows).toHaveLength(2);
    expect(await column("disputed")).toMatchObject({ total: 0, is_more: false, rows: [] });
    expect(await column("closed")).toMatchObject({ total: 0, is_more: false, rows: [] });
    expect((await column("closed", "ready")).rows.map(({ status }) => status)).toEqual(["ready"]);
  });

  it("counts up to a limit, and shows all pages beyond it", async () => {
    const db = world.is.app.database.db;
    const there = await site();
    for (const n of [1, 2, 3, 4, 5])
      await there.pin({ title: `Kestrel ${n}`, trade: "Falconer", ...(n < 3 && { status: "ready" }) });
    const user = await superAdmin();
    const few = createSnagList(db, { counted: 3, found: 2 });
    for (const filter of [{ search: "kestrel" }, { trade: "falconer" }]) {
      const total = "search" in filter ? 2 : 3;
      const first = await few(user, { ...filter, page: 1, per_page: 3 });
      expect(first, JSON.stringify(filter)).toMatchObject({ total, is_more: true, counts: {} });
      const second = await few(user, { ...filter, page: 2, per_page: 3 });
      const titles = [...first.rows, ...second.rows].map(({ title }) => title);
      expect(titles).toEqual([5, 4, 3, 2, 1].map((n) => `Kestrel ${n}`));
      const ready = await few(user, { ...filter, status: ["ready"], page: 1, per_page: 3 });
      expect(ready, JSON.stringify(filter)).toMatchObject({ total: 2, is_more: false, counts: {} });
      expect(ready.rows.map(({ title }) => title)).toEqual(["Kestrel 2", "Kestrel 1"]);
    }
    const all = await createSnagList(db)(user, { search: "kestrel", page: 1, per_page: 1 });
    expect(all).toMatchObject({ total: 5, is_more: false, counts: { open: 3, ready: 2 } });
  });

  it("sorts by number, due date, last change, priority and status", async () => {
    const { titles, ...there } = await site();
    const a = await there.pin({ title: "A", priority: "normal", due_date: "2026-05-01", status: "ready" });
    await there.pin({ title: "B", priority: "critical", status: "closed" });
    await there.pin({ title: "C", priority: "low", due_date: "2026-04-01" });
    await put(a.id, { text: "Seen again" });
    expect(await titles({ sort: "number" })).toEqual(["C", "B", "A"]);
    expect(await titles({ sort: "due" })).toEqual(["C", "A", "B"]);
    expect((await titles({ sort: "updated" }))[0]).toBe("A");
    expect(await titles({ sort: "priority" })).toEqual(["B", "A", "C"]);
    expect(await titles({ sort: "status" })).toEqual(["C", "A", "B"]);
  });

  it("is paged", async () => {
    const { titles, id_project, ...there } = await site();
    for (const title of ["A", "B", "C"]) await there.pin({ title });
    expect(await titles({ per_page: 2 })).toEqual(["C", "B"]);
    expect(await titles({ per_page: 2, page: 2 })).toEqual(["A"]);
    expect(await list({ id_project, per_page: 2, page: 9 })).toMatchObject({ items: [], total: 3 });
  });

  it("omits projects in the bin", async () => {
    const { titles, id_project, ...there } = await site();
    await there.pin();
    await world.is.owner.client.call("DELETE /api/projects/{id}", { params: { id: id_project } });
    expect(await titles()).toEqual([]);
  });
});
