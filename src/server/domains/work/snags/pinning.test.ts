import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, list } = world;

describe("a snag", () => {
  it("is pinned in a room with its direction, and returned with all its data", async () => {
    const { id_visit, id_room, id_project, trade } = world.is;
    const snag = await pin({
      text: "Third row from the door",
      priority: "high",
      trade: "Tiler",
      id_assignee: trade.id,
      due_date: "2026-04-01",
      id_room,
      yaw: 12.5,
      pitch: -20,
      fov: 60,
    });
    expect(snag).toMatchObject({
      id_annotation: snag.id,
      id_project,
      project: "Palm Court",
      id_visit,
      visit: "Week 9",
      id_room,
      room: "Hall",
      title: "Cracked tile",
      text: "Third row from the door",
      status: "open",
      priority: "high",
      trade: "Tiler",
      assignee: { id_user: trade.id, name: "Test Person" },
      due_date: "2026-04-01",
      yaw: 12.5,
      pitch: -20,
      fov: 60,
      id_sheet: null,
      sheet: "",
      photos: [],
      comment_count: 0,
      version: 1,
      closed_at: null,
      can: { view: true, edit: true, answer: true, comment: true, delete: true },
    });
    expect(snag.guid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(snag.thumbnail).toContain("thumb");
    expect(await get(snag.id)).toEqual(snag);
  });

  it("gets the project's next number, each once even when ten are pinned at the same moment", async () => {
    const before = await pin();
    const made = await Promise.all(Array.from({ length: 10 }, () => pin()));
    const numbers = made.map(({ number }) => number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 10 }, (_, at) => before.number + 1 + at));
  });

  it("does not free its number when it is deleted", async () => {
    const gone = await pin();
    const params = { id: gone.id };
    await world.is.owner.client.call("DELETE /api/annotations/{id}", { params });
    expect((await pin()).number).toBe(gone.number + 1);
    expect(await world.is.owner.client.refused("GET /api/annotations/{id}", { params })).toMatchObject({
      status: 404,
    });
  });

  it("is limited in number per project", async () => {
    const { owner, app } = world.is;
    const { id } = await owner.client.call("POST /api/projects", { body: { name: "City of snags" } });
    const place = await world.walk(id);
    const rows = Array.from({ length: limits.snag.perProject }, (_, at) => ({
      id_project: id,
      number: at + 1,
      title: "Old",
    }));
    for (let at = 0; at < rows.length; at += 5000)
      await app.database.db
        .insertInto("snags")
        .values(rows.slice(at, at + 5000))
        .execute();
    await app.database.db
      .updateTable("projects")
      .set({ snag_count: limits.snag.perProject })
      .where("id", "=", id)
      .execute();
    const body = { id_visit: place.id_visit, title: "One more" };
    const refused = await owner.client.refused("POST /api/annotations", { body });
    expect(refused).toMatchObject({ status: 422, code: "SNAGS_FULL" });
    // A deleted snag frees capacity, though its number is not reused.
    await app.database.db.deleteFrom("snags").where("id_project", "=", id).where("number", "=", 7).execute();
    const made = await owner.client.call("POST /api/annotations", { body });
    expect(made.number).toBe(limits.snag.perProject + 1);
  });

  it.each([
    ["has a title", { title: " " }, "title", "snags.title_required"],
    ["is due on a day", { due_date: "2026-02-30" }, "due_date", "snags.due_invalid"],
    ["has no status of its own", { status: "lost" }, "status", undefined],
    ["has no priority of its own", { priority: "urgent" }, "priority", undefined],
    ["lies within the picture", { yaw: 181, pitch: 0 }, "yaw", undefined],
    ["lies within the plan", { x: 1.01, y: 0.5 }, "x", undefined],
    ["has a whole direction", { yaw: 10 }, "pitch", "snags.direction_incomplete"],
    ["has a direction in a room alone", { yaw: 10, pitch: 0 }, "id_room", "snags.room_required"],
    ["has a place on some plan", { x: 0.5, y: 0.5 }, "id_sheet", "snags.sheet_required"],
    [
      "is mended by somebody of the project",
      { id_assignee: 999_999 },
      "id_assignee",
      "snags.assignee_elsewhere",
    ],
    ["shows pictures that are there", { filenames: ["nothing.webp"] }, "filenames", "snags.photo_unknown"],
  ])("%s", async (_, change, field, key) => {
    const { owner, id_visit } = world.is;
    const body = { id_visit, title: "Crack", ...change };
    const { total } = await list();
    const refusal = await owner.client.refused("POST /api/annotations", { body });
    expect(refusal).toMatchObject({ status: 422, code: "VALIDATION" });
    expect(Object.keys(refusal.errors ?? {})).toEqual([field]);
    if (key !== undefined) expect(refusal.errors?.[field]).toEqual([key]);
    expect((await list()).total).toBe(total);
  });

  it("loses its due date and assignee: empty values clear them", async () => {
    const { id } = await pin({ due_date: "2026-04-01", id_assignee: world.is.trade.id, trade: "Tiler" });
    const changed = await put(id, { due_date: "", id_assignee: null, trade: "" });
    expect(changed).toMatchObject({ due_date: null, assignee: null, trade: "", version: 2 });
  });

  it("keeps omitted fields, and its version when nothing changes", async () => {
    const { id } = await pin({ text: "Third row", priority: "high" });
    expect(await put(id, { title: "Broken tile" })).toMatchObject({
      title: "Broken tile",
      text: "Third row",
      priority: "high",
      version: 2,
    });
    expect(await put(id, { title: "Broken tile" })).toMatchObject({ version: 2 });
  });

  it("returns its closing time, and no longer when it is reopened", async () => {
    const { id } = await pin();
    expect((await put(id, { status: "closed" })).closed_at).toEqual(expect.any(String));
    expect((await put(id, { status: "open" })).closed_at).toBeNull();
  });

  it("lets one of two concurrent moves of the same pin win, and reports a conflict to the other", async () => {
    const { owner, editor, id_room } = world.is;
    const { id, version } = await pin({ id_room, yaw: 0, pitch: 0 });
    const moves = await Promise.all([
      owner.client.raw("PUT /api/annotations/{id}", { params: { id }, body: { version, yaw: 10 } }),
      editor.client.raw("PUT /api/annotations/{id}", { params: { id }, body: { version, yaw: 20 } }),
    ]);
    expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const lost = moves.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: "CONFLICT" });
    const winner = moves[0]?.status === 200 ? 10 : 20;
    expect(await get(id)).toMatchObject({ yaw: winner, version: version + 1 });
    expect(await refusedPut(id, { version, title: "Late" })).toMatchObject({ code: "CONFLICT" });
  });
});
