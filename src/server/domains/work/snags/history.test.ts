import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, steps } = world;

const comment = (id: number, text: string, by = world.is.owner) =>
  by.client.call("POST /api/annotations/{id}/comments", { params: { id }, body: { text } });
const comments = (id: number, by = world.is.owner) =>
  by.client.call("GET /api/annotations/{id}/comments", { params: { id } });

describe("the history of a snag", () => {
  it("shows changes in readable form, newest first", async () => {
    const { owner, trade, id_room, id_sheet } = world.is;
    const { id } = await pin();
    await put(id, { id_assignee: trade.id, due_date: "2026-04-01", text: "Third row" });
    await put(id, { id_room, yaw: 12.34, pitch: -20, id_sheet, x: 0.25, y: 0.5 });
    await put(id, { status: "ready" }, trade);
    const told = await steps(id);
    expect(told.map(({ action }) => action)).toEqual(["changed", "changed", "changed", "created"]);
    expect(told[0]).toMatchObject({
      author: { id_user: trade.id },
      changes: [{ field: "status", from: "open", to: "ready" }],
    });
    expect(told[1]?.changes).toEqual([
      { field: "room", from: null, to: "Hall" },
      { field: "sheet", from: null, to: "Ground floor" },
      { field: "direction", from: null, to: "12.3°, -20°" },
      { field: "place", from: null, to: "25%, 50%" },
    ]);
    expect(told[2]?.changes).toEqual([
      { field: "text", from: null, to: "Third row" },
      { field: "due_date", from: null, to: "2026-04-01" },
      { field: "assignee", from: null, to: "Test Person" },
    ]);
    expect(told[3]).toMatchObject({ author: { id_user: owner.id }, changes: [] });
  });

  it("keeps the name of a user who has left", async () => {
    const { app } = world.is;
    const leaver = await world.member("trade");
    const { id } = await pin({ id_assignee: leaver.id });
    await put(id, { id_assignee: null });
    await app.database.db.deleteFrom("users").where("id", "=", leaver.id).execute();
    expect((await steps(id))[0]?.changes).toEqual([{ field: "assignee", from: "Test Person", to: null }]);
  });

  it("appears in the log of the project, for users who may see snags", async () => {
    const { owner, id_project } = world.is;
    const { id, number } = await pin({ title: "Loose rail" });
    await put(id, { priority: "high" });
    await comment(id, "On Monday");
    const log = async (by = owner) =>
      (
        await by.client.call("GET /api/projects/{id}/activity", { params: { id: id_project }, query: {} })
      ).items.filter(({ subject }) => subject?.name === "Loose rail");
    expect(await log()).toMatchObject([
      { action: "snag.commented" },
      { action: "snag.changed", changed: ["priority"] },
      { action: "snag.created", details: { number: String(number) } },
    ]);
    const narrow = await world.member("viewer");
    await world.withhold(narrow, ["snags.view"]);
    expect(await log(narrow)).toEqual([]);
  });

  it("reaches open pages, by ids alone", async () => {
    const { app, id_project, id_room } = world.is;
    const { id } = await pin({ id_room, title: "Secret" });
    const { rows } = await sql<{ payload: unknown }>`
      select payload from events where name = 'snag.changed' order by id desc limit 1`.execute(
      app.database.db,
    );
    expect(rows[0]?.payload).toEqual({ id_project, ids: [id], rooms: [id_room] });
  });
});

describe("comments", () => {
  it("are listed in order, and raise no version", async () => {
    const { viewer, owner } = world.is;
    const { id } = await pin();
    await comment(id, "The tiler comes on Monday.", viewer);
    await comment(id, "Thank you.");
    const told = await comments(id);
    expect(told).toMatchObject([
      { text: "The tiler comes on Monday.", author: { id_user: viewer.id }, can: { delete: true } },
      { text: "Thank you.", author: { id_user: owner.id }, can: { delete: true } },
    ]);
    expect((await comments(id, viewer)).map(({ can }) => can)).toEqual([{ delete: true }, { delete: false }]);
    expect(await get(id)).toMatchObject({ comment_count: 2, version: 1 });
  });

  it("are deleted by their authors and by editors, by no one else", async () => {
    const { viewer, editor } = world.is;
    const { id } = await pin();
    const [mine, theirs] = [await comment(id, "Mine", viewer), await comment(id, "Theirs")];
    const params = (one: { id: number }) => ({ params: { id, comment: one.id } });
    const call = "DELETE /api/annotations/{id}/comments/{comment}";
    expect(await viewer.client.refused(call, params(theirs))).toMatchObject({ code: "SNAG_EDIT_DENIED" });
    await viewer.client.call(call, params(mine));
    await editor.client.call(call, params(theirs));
    expect(await comments(id)).toEqual([]);
    const other = await pin();
    const elsewhere = await comment(other.id, "Another");
    expect(await editor.client.refused(call, params(elsewhere))).toMatchObject({ status: 404 });
  });

  it("are not empty, and limited in number", async () => {
    const { owner, app } = world.is;
    const { id } = await pin();
    const say = (text: string) =>
      owner.client.refused("POST /api/annotations/{id}/comments", { params: { id }, body: { text } });
    expect(await say("  ")).toMatchObject({ errors: { text: ["snags.comment_required"] } });
    expect(await say("x".repeat(limits.snag.comment + 1))).toMatchObject({ status: 422 });
    const rows = Array.from({ length: limits.snag.comments }, () => ({
      id_snag: id,
      id_user: owner.id,
      text: "x",
    }));
    await app.database.db.insertInto("snag_comments").values(rows).execute();
    expect(await say("One more")).toMatchObject({ errors: { text: ["snags.comments_full"] } });
  });
});
