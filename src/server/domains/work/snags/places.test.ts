import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, list } = world;

const stand = (id_room: number, id_sheet: number, x: number, y: number) =>
  world.is.owner.client.call("PUT /api/maps/{id}/room-positions", {
    params: { id: id_sheet },
    body: { rooms: [{ id_room, x, y }] },
  });

describe("the position of a snag", () => {
  it("is on its room's floor plan, and follows when the room is moved", async () => {
    const { id_room, id_sheet } = world.is;
    const { id } = await pin({ id_room, yaw: 0, pitch: 0 });
    await stand(id_room, id_sheet, 0.25, 0.75);
    expect(await get(id)).toMatchObject({ id_sheet, sheet: "Ground floor", x: 0.25, y: 0.75 });
    await stand(id_room, id_sheet, 0.5, 0.75);
    expect(await get(id)).toMatchObject({ x: 0.5 });
    expect((await list({ id_sheet })).items.map((one) => one.id)).toContain(id);
  });

  it("is its own once it was moved elsewhere, until that is reset", async () => {
    const { id_room, id_sheet } = world.is;
    await stand(id_room, id_sheet, 0.25, 0.75);
    const { id } = await pin({ id_room, yaw: 0, pitch: 0 });
    expect(await put(id, { x: 0.3 })).toMatchObject({ id_sheet, x: 0.3, y: 0.75 });
    await stand(id_room, id_sheet, 0.9, 0.9);
    expect(await get(id)).toMatchObject({ x: 0.3, y: 0.75 });
    expect(await put(id, { id_sheet: null })).toMatchObject({ id_sheet, x: 0.9, y: 0.9 });
  });

  it("may be on a floor plan alone, and in a room later", async () => {
    const { owner, id_sheet, id_kitchen, id_visit } = world.is;
    const made = await owner.client.call("POST /api/maps/{id}/annotations", {
      params: { id: id_sheet },
      body: { title: "Missing sleeve", x: 0.25, y: 0.5 },
    });
    expect(made).toMatchObject({ id_sheet, x: 0.25, y: 0.5, id_visit: null, visit: "", room: "" });
    const moved = await put(made.id, { id_room: id_kitchen, yaw: 5, pitch: 6 });
    expect(moved).toMatchObject({ id_visit, id_room: id_kitchen, room: "Kitchen", yaw: 5, x: 0.25 });
  });

  it("loses its direction with its room, and in another one", async () => {
    const { id_room, id_kitchen } = world.is;
    const { id } = await pin({ id_room, yaw: 10, pitch: 0, fov: 50 });
    expect(await put(id, { id_room: id_kitchen })).toMatchObject({ room: "Kitchen", yaw: null, fov: null });
    expect(await put(id, { yaw: 1, pitch: 2 })).toMatchObject({ yaw: 1, pitch: 2 });
    expect(await put(id, { id_room: null, yaw: null, pitch: null })).toMatchObject({
      id_room: null,
      yaw: null,
    });
  });

  it("is in a room of its visit, on a floor plan of its project", async () => {
    const { owner, id_room } = world.is;
    const next = await world.walk();
    const elsewhere = { errors: { id_room: ["snags.room_elsewhere"] } };
    const body = { id_visit: next.id_visit, title: "Crack", id_room };
    expect(await owner.client.refused("POST /api/annotations", { body })).toMatchObject(elsewhere);
    const { id } = await pin({ id_room });
    expect(await refusedPut(id, { id_room: next.id_room })).toMatchObject(elsewhere);
    const { id: other } = await owner.client.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const plan = await owner.client.call("POST /api/maps", { body: { id_project: other, name: "Theirs" } });
    expect(await refusedPut(id, { id_sheet: plan.id, x: 0.5, y: 0.5 })).toMatchObject({
      errors: { id_sheet: ["snags.sheet_elsewhere"] },
    });
  });

  it("shows the room's name after the room is deleted, and stays on the floor plan", async () => {
    const { owner, id_sheet } = world.is;
    const next = await world.walk();
    await stand(next.id_room, id_sheet, 0.1, 0.2);
    const { id } = await pin({ id_visit: next.id_visit, id_room: next.id_room, yaw: 0, pitch: 0 });
    await owner.client.call("DELETE /api/rooms/{id}", { params: { id: next.id_room } });
    const left = await get(id);
    expect(left).toMatchObject({ id_room: null, room: "Hall", id_visit: next.id_visit, thumbnail: null });
    expect(left).toMatchObject({ id_sheet, x: 0.1, y: 0.2 });
  });

  it("shows the visit's name while the visit is in the bin, and is cleared after that", async () => {
    const { owner, app } = world.is;
    const next = await world.walk();
    const { id } = await pin({ id_visit: next.id_visit, id_room: next.id_room, yaw: 0, pitch: 0 });
    await owner.client.call("DELETE /api/visits/{id}", { params: { id: next.id_visit } });
    const binned = { id_visit: null, visit_code: null, id_room: null, visit: "Week 9", room: "Hall" };
    expect(await get(id)).toMatchObject(binned);
    await app.database.db.deleteFrom("visits").where("id", "=", next.id_visit).execute();
    expect(await get(id)).toMatchObject(binned);
  });

  it("is removed from the floor plan when that is deleted", async () => {
    const { owner, id_project } = world.is;
    const plan = await owner.client.call("POST /api/maps", { body: { id_project, name: "Short-lived" } });
    const { id } = await pin({ id_sheet: plan.id, x: 0.5, y: 0.5 });
    await owner.client.call("DELETE /api/maps", { body: { ids: [plan.id] } });
    expect(await get(id)).toMatchObject({ id_sheet: null, sheet: "", x: null, y: null });
  });

  it("is deleted with its project, wherever the snag is", async () => {
    const { owner, app, trade } = world.is;
    const { id } = await owner.client.call("POST /api/projects", { body: { name: "To be torn down" } });
    const place = await world.walk(id);
    const plan = await owner.client.call("POST /api/maps", { body: { id_project: id, name: "Roof" } });
    await stand(place.id_room, plan.id, 0.5, 0.5);
    await app.join(id, trade, "trade");
    const here = { id_visit: place.id_visit, id_room: place.id_room };
    await pin({ ...here, yaw: 0, pitch: 0, id_assignee: trade.id });
    await pin({ ...here, id_sheet: plan.id, x: 0.1, y: 0.1 });
    await app.database.db.deleteFrom("projects").where("id", "=", id).execute();
    const { rows } = await sql`select from snags where id_project = ${id}`.execute(app.database.db);
    expect(rows).toEqual([]);
  });
});
