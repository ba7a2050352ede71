import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Snapshot } from "#contract/snapshots.ts";
import { type TestApp, testApp } from "#test/app.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";

let app: TestApp;
let owner: TestClient;
let editor: TestClient;
let looker: TestClient;
let stranger: TestClient;
let id_project: number;
let id_visit: number;
let id_room: number;
let picture: Buffer;

beforeAll(async () => {
  app = await testApp();
  owner = await app.as(await app.user({ role: "administrator" }));
  const [editing, looking] = [await app.user(), await app.user()];
  [editor, looker] = [await app.as(editing), await app.as(looking)];
  stranger = await app.as(await app.user());
  ({ id: id_project } = await owner.call("POST /api/projects", { body: { name: "Harbour wall" } }));
  await app.join(id_project, editing, "editor");
  await app.join(id_project, looking, "viewer");
  ({ id_visit, id_room } = await walk());
  picture = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#2a6" } })
    .jpeg()
    .toBuffer();
});
afterAll(() => app.close());

async function walk() {
  const visit = await owner.call("POST /api/visits", {
    body: { id_project, name: "Week 9", visit_date: "2026-03-01T08:00:00Z" },
  });
  const reply = await owner.upload(
    "POST /api/rooms",
    { id_visit: String(visit.id), name: "Hall" },
    { file: { name: "hall.jpg", bytes: await panorama() } },
  );
  return { id_visit: visit.id, id_room: (reply.body as { data: { id: number } }).data.id };
}

const view = () => ({
  id_visit: String(id_visit),
  id_room: String(id_room),
  yaw: "12.5",
  pitch: "-4",
  fov: "60",
});
const arrow = { kind: "arrow", color: "#ff3300", from: [0.1, 0.1], to: [0.5, 0.4] } as const;

const send = (client: TestClient, fields: Record<string, string>, bytes = picture) =>
  client.upload("POST /api/snapshots", fields, { file: { name: "view.jpg", bytes } });
async function take(client = owner, fields: Record<string, string> = {}): Promise<Snapshot> {
  const reply = await send(client, { ...view(), ...fields });
  expect(reply.status).toBe(201);
  return (reply.body as { data: Snapshot }).data;
}
const list = (client = owner, query = {}) => client.call("GET /api/snapshots", { query });

describe("a snapshot", () => {
  it("keeps the view, its note and its drawing, and shows its picture", async () => {
    const taken = await take(looker, { note: "Crack by the door", drawing: JSON.stringify([arrow]) });
    expect(taken).toMatchObject({
      id_visit,
      visit: "Week 9",
      room: "Hall",
      project: "Harbour wall",
      yaw: 12.5,
      pitch: -4,
      fov: 60,
      note: "Crack by the door",
      drawing: [arrow],
      can: { view: true, edit: true, delete: true },
    });
    const reply = await fetch(app.origin + taken.url);
    const { format, width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: "webp", width: 1600, height: 900 });
    const small = await fetch(app.origin + taken.thumbnail);
    expect((await sharp(Buffer.from(await small.arrayBuffer())).metadata()).width).toBe(480);
  });

  it("is changed by its author only, the drawing only together with its picture", async () => {
    const { id } = await take(looker);
    const params = { id };
    const refused = await owner.refused("PUT /api/snapshots/{id}", { params, body: { note: "Mine" } });
    expect(refused).toMatchObject({ status: 403, code: "SNAPSHOT_EDIT_DENIED" });
    expect(await looker.call("PUT /api/snapshots/{id}", { params, body: { note: "Wider" } })).toMatchObject({
      note: "Wider",
    });
    const alone = await looker.refused("PUT /api/snapshots/{id}", { params, body: { drawing: [arrow] } });
    expect(alone).toMatchObject({ status: 422, errors: { drawing: ["snapshots.drawing_alone"] } });
    const both = await looker.upload(
      "PUT /api/snapshots/{id}",
      { drawing: JSON.stringify([arrow]) },
      { file: { name: "view.jpg", bytes: picture } },
      { params },
    );
    expect(both.body).toMatchObject({ data: { drawing: [arrow], note: "Wider" } });
  });

  it("is deleted by its author and by editors, not by other viewers", async () => {
    const { id } = await take(owner);
    const params = { id };
    expect(await looker.refused("DELETE /api/snapshots/{id}", { params })).toMatchObject({ status: 403 });
    await editor.call("DELETE /api/snapshots/{id}", { params });
    expect((await list()).items.map((one) => one.id)).not.toContain(id);
  });

  it("outlives its room, and is deleted with its visit", async () => {
    const other = await walk();
    const at = { id_visit: String(other.id_visit), id_room: String(other.id_room) };
    const { id } = await take(owner, at);
    await owner.call("DELETE /api/rooms/{id}", { params: { id: other.id_room } });
    const [left] = (await list(owner, { id_visit: other.id_visit })).items;
    expect(left).toMatchObject({ id, id_room: null, room: "" });
    await owner.call("DELETE /api/visits/{id}", { params: { id: other.id_visit } });
    expect((await list(owner, { id_visit: other.id_visit })).total).toBe(0);
  });
});

describe("the list", () => {
  it("shows nothing to strangers, nor to members who may not see visits", async () => {
    await take(owner);
    expect((await list(stranger)).total).toBe(0);
    const blind = await app.user();
    await app.join(id_project, blind, "viewer");
    await app.database.db
      .updateTable("project_members")
      .set({ withheld: ["visits.view"] })
      .where("id_user", "=", blind.id)
      .execute();
    expect((await list(await app.as(blind))).total).toBe(0);
  });

  it("can be filtered by project, visit, room, author and text, newest first", async () => {
    const first = await take(editor, { note: "Rebar 100% wrong" });
    const second = await take(editor);
    const mine = await list(editor, { mine: 1 });
    expect(mine.items.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await list(editor, { search: "100%" })).items.map(({ id }) => id)).toEqual([first.id]);
    expect((await list(editor, { id_room: id_room + 999 })).total).toBe(0);
    expect((await list(editor, { id_project, per_page: 1 })).items).toHaveLength(1);
  });
});

describe("invalid input", () => {
  it("is refused: another visit's room, no picture, a text as a picture, an impossible drawing", async () => {
    const other = await walk();
    const elsewhere = await send(owner, { ...view(), id_room: String(other.id_room) });
    expect(elsewhere.body).toMatchObject({ errors: { id_room: ["snapshots.room_elsewhere"] } });
    const text = await send(owner, view(), Buffer.from("no picture at all"));
    expect(text).toMatchObject({ status: 422, body: { code: "IMAGE_TYPE" } });
    const drawn = await send(owner, { ...view(), drawing: "[{" });
    expect(drawn).toMatchObject({
      status: 422,
      body: { errors: { drawing: ["snapshots.drawing_invalid"] } },
    });
    const odd = await send(owner, { ...view(), drawing: JSON.stringify([{ ...arrow, kind: "script" }]) });
    expect(odd.status).toBe(422);
  });

  it("of a stranger is answered as if the visit did not exist", async () => {
    const reply = await send(stranger, view());
    expect([403, 404]).toContain(reply.status);
  });
});
