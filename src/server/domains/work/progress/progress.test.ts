import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import type { Progress, ProgressEntry } from "#contract/progress.ts";
import { type Person, snagsWorld } from "../snags/snags.fixture.ts";

const world = snagsWorld({ clock: { now: () => new Date("2026-03-18T09:00:00Z") } });

const tell = (
  body: { percent: number } & Record<string, unknown>,
  by: Person = world.is.editor,
): Promise<ProgressEntry> =>
  by.client.call("POST /api/progress-entries", { body: { id_project: world.is.id_project, ...body } });
const refusedTell = (body: Record<string, unknown>, by: Person = world.is.editor) =>
  by.client.refused("POST /api/progress-entries", {
    body: { id_project: world.is.id_project, ...body },
  });
const look = (
  query: Record<string, unknown> = {},
  by: Person = world.is.owner,
  id = world.is.id_project,
): Promise<Progress> => by.client.call("GET /api/projects/{id}/progress", { params: { id }, query });
const db = () => world.is.app.database.db;
/** A separate project, for a test that counts. */
async function site() {
  const { owner, app, trade } = world.is;
  const { id } = await owner.client.call("POST /api/projects", { body: { name: `Site ${Math.random()}` } });
  await app.join(id, trade, "trade");
  return id;
}

describe("the progress of a project", () => {
  it("is updated by users who may add visits, and read by users who may see them", async () => {
    const { editor, viewer, trade, stranger, owner, id_sheet } = world.is;
    const entry = await tell({ id_sheet, place: "Lobby", percent: 40, note: "First fix" });
    expect(entry).toMatchObject({
      on_date: "2026-03-18",
      id_user: editor.id,
      user_name: "Test Person",
      can: { edit: true, delete: true },
    });
    const seen = await look({}, viewer);
    expect(seen.floors).toEqual([
      {
        id_sheet,
        name: "Ground floor",
        percent: 40,
        places: [{ place: "Lobby", percent: 40, on_date: "2026-03-18" }],
      },
    ]);
    expect(seen).toMatchObject({ percent: 40, can: { edit: false } });
    expect((await look({}, owner)).can.edit).toBe(true);
    for (const by of [viewer, trade])
      expect(await refusedTell({ percent: 10 }, by)).toMatchObject({ status: 403 });
    expect(await refusedTell({ percent: 10 }, stranger)).toMatchObject({ status: 404 });
    const params = { id: world.is.id_project };
    for (const route of [
      "GET /api/projects/{id}/progress",
      "GET /api/projects/{id}/progress/entries",
    ] as const)
      expect(await stranger.client.refused(route, { params })).toMatchObject({ status: 404 });
  });

  it("replaces the first entry for a part and day by the second, regardless of case", async () => {
    const { id_sheet, owner } = world.is;
    const first = await tell({ id_sheet, place: "Stairs", percent: 10, on_date: "2026-03-02" });
    const second = await tell(
      { id_sheet, place: "STAIRS", percent: 30, on_date: "2026-03-02", note: "Looked again" },
      owner,
    );
    expect(second).toMatchObject({ id: first.id, percent: 30, place: "STAIRS", id_user: owner.id });
    await tell({ id_sheet, place: "Stairs", percent: 50, on_date: "2026-03-03" });
    const list = await owner.client.call("GET /api/projects/{id}/progress/entries", {
      params: { id: world.is.id_project },
    });
    const stairs = list.filter(({ place }) => /stairs/i.test(place));
    expect(stairs.map(({ on_date, percent }) => [on_date, percent])).toEqual([
      ["2026-03-03", 50],
      ["2026-03-02", 30],
    ]);
  });

  it("is edited and deleted by users who may update it, and by no one else", async () => {
    const { id_sheet, editor, viewer, stranger } = world.is;
    const { id } = await tell({ id_sheet, place: "Roof", percent: 10, on_date: "2026-03-04" });
    const params = { id };
    for (const [by, status, code] of [
      [viewer, 403, "VISIT_EDIT_DENIED"],
      [stranger, 404, "NOT_FOUND"],
    ] as const) {
      const refused = await by.client.refused("PUT /api/progress-entries/{id}", {
        params,
        body: { percent: 99 },
      });
      expect(refused).toMatchObject({ status, code });
      expect(await by.client.refused("DELETE /api/progress-entries/{id}", { params })).toMatchObject({
        status,
      });
    }
    const body = { percent: 20, note: "Slates are up" };
    expect(await editor.client.call("PUT /api/progress-entries/{id}", { params, body })).toMatchObject(body);
    await tell({ id_sheet, place: "Roof", percent: 30, on_date: "2026-03-05" });
    const taken = await editor.client.refused("PUT /api/progress-entries/{id}", {
      params,
      body: { on_date: "2026-03-05" },
    });
    expect(taken).toMatchObject({ status: 422, errors: { on_date: ["progress.date_taken"] } });
    await editor.client.call("DELETE /api/progress-entries/{id}", { params });
    expect(await editor.client.refused("DELETE /api/progress-entries/{id}", { params })).toMatchObject({
      status: 404,
    });
    const log = await world.is.owner.client.call("GET /api/projects/{id}/activity", {
      params: { id: world.is.id_project },
      query: { kind: "progress" },
    });
    expect(log.items.slice(0, 4).map(({ action, subject }) => [action, subject?.name])).toEqual([
      ["progress.removed", "Ground floor · Roof"],
      ["progress.told", "Ground floor · Roof"],
      ["progress.changed", "Ground floor · Roof"],
      ["progress.told", "Ground floor · Roof"],
    ]);
  });

  it("refuses an invalid percentage, a future day, and a floor of another project", async () => {
    const { owner, id_sheet } = world.is;
    for (const percent of [-1, 101, 33.3, "half"])
      expect(await refusedTell({ percent })).toMatchObject({
        status: 422,
        errors: { percent: ["progress.percent_range"] },
      });
    // It is the next day already in Auckland.
    await tell({ percent: 1, place: "Fence", on_date: "2026-03-19" });
    for (const on_date of ["2026-03-20", "1999-12-31"])
      expect(await refusedTell({ percent: 1, on_date })).toMatchObject({
        status: 422,
        errors: { on_date: ["progress.date_range"] },
      });
    expect(await refusedTell({ percent: 1, on_date: "2026-02-30" })).toMatchObject({ status: 422 });
    const other = await site();
    const elsewhere = await owner.client.refused("POST /api/progress-entries", {
      body: { id_project: other, id_sheet, percent: 5 },
    });
    expect(elsewhere).toMatchObject({ status: 422, errors: { id_sheet: ["progress.sheet_elsewhere"] } });
  });

  it("shows the status on an earlier day, visits and curve included", async () => {
    const id_project = await site();
    const { owner, trade } = world.is;
    await tell({ id_project, percent: 20, on_date: "2026-03-05" }, owner);
    await tell({ id_project, percent: 45, on_date: "2026-03-10" }, owner);
    await world.walk(id_project);
    const late = await look({ until: "2026-03-09" }, trade, id_project);
    expect(late).toMatchObject({ percent: 20, curve: [{ date: "2026-03-05", percent: 20 }] });
    expect(late.visits).toMatchObject([{ name: "Week 9", room_count: 2, cover: expect.any(String) }]);
    const early = await look({ until: "2026-02-28" }, owner, id_project);
    expect(early).toMatchObject({ percent: null, curve: [], visits: [], floors: [], snags: [] });
    expect((await look({}, owner, id_project)).curve).toHaveLength(2);
  });

  it("is not updated in a closed project", async () => {
    const id_project = await site();
    await db().updateTable("projects").set({ active: false }).where("id", "=", id_project).execute();
    expect(await refusedTell({ id_project, percent: 1 }, world.is.owner)).toMatchObject({ status: 403 });
    expect((await look({}, world.is.owner, id_project)).can.edit).toBe(false);
  });

  it("holds a limited number of entries", async () => {
    const id_project = await site();
    const rows = Array.from({ length: limits.progress.entries }, (_, n) => ({
      id_project,
      percent: 1,
      place: `Place ${n}`,
      on_date: "2026-03-01",
    }));
    for (let from = 0; from < rows.length; from += 4000)
      await db()
        .insertInto("progress_entries")
        .values(rows.slice(from, from + 4000).map((row) => ({ ...row, id_sheet: null, id_user: null })))
        .execute();
    const owner = world.is.owner;
    expect(await refusedTell({ id_project, percent: 1, place: "One more" }, owner)).toMatchObject({
      status: 422,
      code: "PROGRESS_FULL",
    });
    // Existing entries may still be corrected.
    await tell({ id_project, percent: 2, place: "Place 7", on_date: "2026-03-01" }, owner);
  });
});

describe("the snags of a project by week", () => {
  it("counts from Monday to Sunday in UTC without a gap, and the open ones at the end", async () => {
    const id_project = await site();
    const { id_visit } = await world.walk(id_project);
    const pinned = async (created_at: string, closed_at: string | null = null) => {
      const { id } = await world.pin({ id_visit });
      const status = closed_at === null ? "open" : "closed";
      await db()
        .updateTable("snags")
        .set({
          created_at: new Date(created_at),
          closed_at: closed_at === null ? null : new Date(closed_at),
          status,
        })
        .where("id", "=", id)
        .execute();
    };
    await pinned("2026-02-15T23:59:59Z", "2026-03-02T00:00:00Z");
    await pinned("2026-02-16T00:00:00Z");
    await pinned("2026-03-08T23:59:59Z", "2026-03-17T08:00:00Z");
    const { snags } = await look({}, world.is.owner, id_project);
    expect(snags).toEqual([
      { week: "2026-02-09", opened: 1, closed: 0, open: 1 },
      { week: "2026-02-16", opened: 1, closed: 0, open: 2 },
      { week: "2026-02-23", opened: 0, closed: 0, open: 2 },
      { week: "2026-03-02", opened: 1, closed: 1, open: 2 },
      { week: "2026-03-09", opened: 0, closed: 0, open: 2 },
      { week: "2026-03-16", opened: 0, closed: 1, open: 1 },
    ]);
    // On the Monday before, the last one was not closed yet.
    const earlier = await look({ until: "2026-03-16" }, world.is.owner, id_project);
    expect(earlier.snags?.at(-1)).toEqual({ week: "2026-03-16", opened: 0, closed: 0, open: 2 });
  });

  it("shows trades their own snags alone, and nothing to users without a right to any", async () => {
    const id_project = await site();
    const { id_visit } = await world.walk(id_project);
    const { trade, owner } = world.is;
    await world.pin({ id_visit });
    await world.pin({ id_visit, id_assignee: trade.id });
    await world.pin({ id_visit });
    // Written by the clock of the database, which is ahead of this site's.
    await db()
      .updateTable("snags")
      .set({ created_at: new Date("2026-03-17T08:00:00Z") })
      .where("id_project", "=", id_project)
      .execute();
    const openTo = async (by: Person) => (await look({}, by, id_project)).snags?.at(-1)?.open;
    expect(await openTo(owner)).toBe(3);
    expect(await openTo(trade)).toBe(1);
    await db()
      .updateTable("project_members")
      .set({ withheld: ["snags.own"] })
      .where("id_project", "=", id_project)
      .where("id_user", "=", trade.id)
      .execute();
    expect((await look({}, trade, id_project)).snags).toBeNull();
  });

  it("hides the names of floor plans from users who may not see them", async () => {
    const id_project = await site();
    const { trade, owner } = world.is;
    await owner.client.call("POST /api/maps", { body: { id_project, name: "Secret basement" } });
    await db()
      .updateTable("project_members")
      .set({ withheld: ["sheets.view"] })
      .where("id_project", "=", id_project)
      .where("id_user", "=", trade.id)
      .execute();
    expect((await look({}, trade, id_project)).floors).toMatchObject([{ name: "", percent: null }]);
    expect((await look({}, owner, id_project)).floors).toMatchObject([{ name: "Secret basement" }]);
  });
});
