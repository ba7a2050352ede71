import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { Photo } from "#contract/photos.ts";
import { snagsWorld } from "#server/domains/work/snags/snags.fixture.ts";
import { pruneAnnounced } from "#server/platform/captures.ts";
import type { RawReply } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { PartsClient } from "#test/tus.ts";

const now = new Date("2026-03-18T09:00:00Z");
const world = snagsWorld({ clock: { now: () => now } });
const capturedAt = "2026-03-17T03:00:00.000Z";
const capture = (guid: string = randomUUID()) => ({
  guid,
  captured_at: capturedAt,
  clock_offset: String(60_000),
});
/** By the server's clock. */
const corrected = "2026-03-17T03:01:00.000Z";
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const dataOf = (reply: RawReply): Pick<Photo, "id"> & Partial<Photo> => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return (reply.body as { data: Photo }).data;
};
const owner = () => world.is.owner.client;
const project = () => ({ id: world.is.id_project });
const activity = async (like: string) =>
  (
    await world.is.app.database.db
      .selectFrom("activity")
      .select(["action", "details"])
      .where("id_project", "=", world.is.id_project)
      .where("action", "like", like)
      .orderBy("id")
      .execute()
  ).map(({ action, details }) => ({ action, details }));

let picture: Buffer;
let sound: Buffer;
beforeAll(async () => {
  picture = Buffer.from(await panorama());
  sound = await readFile(join(import.meta.dirname, "../../../../../test/media/voice.weba"));
});

describe("a 360 photo from a device", () => {
  const add = (bytes: Buffer, fields: Record<string, string>) =>
    owner().upload(
      "POST /api/rooms",
      { id_visit: String(world.is.id_visit), ...fields },
      { file: { name: "hall.jpg", bytes } },
    );

  it("becomes one room, and does not return after it was deleted", async () => {
    const sent = capture();
    const replies = await Promise.all([add(picture, sent), add(picture, sent), add(picture, sent)]);
    const ids = replies.map((reply) => dataOf(reply).id);
    expect(new Set(ids).size).toBe(1);
    const [id = 0] = ids;
    await owner().call("DELETE /api/rooms/{id}", { params: { id } });
    expect(await add(picture, sent)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  });

  it("is unknown to another user who sends its GUID", async () => {
    const sent = capture();
    const { id } = dataOf(await add(Buffer.concat([picture, Buffer.from("2")]), sent));
    const reply = await world.is.editor.client.upload(
      "POST /api/rooms",
      { id_visit: String(world.is.id_visit), ...sent },
      { file: { name: "hall.jpg", bytes: Buffer.concat([picture, Buffer.from("3")]) } },
    );
    expect(reply.status).toBe(404);
    await owner().call("DELETE /api/rooms/{id}", { params: { id } });
  });

  it("has the device's time and checksum on its chain-of-custody report, announced before it arrived", async () => {
    const bytes = Buffer.concat([picture, Buffer.from("4")]);
    const { guid } = capture();
    const sha256 = sha256Of(bytes);
    const announced = { guid, captured_at: capturedAt, clock_offset: 60_000, sha256, kind: "room" as const };
    await owner().call("POST /api/evidence/captures", { body: { captures: [announced] } });
    const { id } = dataOf(await add(bytes, { guid }));
    const { files } = await owner().call("GET /api/evidence/rooms/{id}", { params: { id } });
    expect(files[0]).toMatchObject({
      sha256,
      device: { captured_at: capturedAt, clock_offset: 60_000, sha256, announced_at: expect.any(String) },
    });
  });
});

describe("a photo from a device", () => {
  const shot = (background: string) =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const add = (bytes: Buffer, fields: Record<string, string>) =>
    owner().upload(
      "POST /api/projects/{id}/photos",
      fields,
      { file: { name: "wall.jpg", bytes } },
      {
        params: project(),
      },
    );

  it("is added once, with the time of its capture, and reported with it", async () => {
    const bytes = await shot("#987654");
    const sent = { ...capture(), sha256: sha256Of(bytes) };
    const replies = await Promise.all([add(bytes, sent), add(bytes, sent)]);
    const [first, second] = replies.map((reply) => dataOf(reply));
    expect(second?.id).toBe(first?.id);
    expect(first).toMatchObject({ taken_at: corrected, taken_from: "device", guid: sent.guid });
    const { files } = await owner().call("GET /api/evidence/photos/{id}", { params: { id: first?.id ?? 0 } });
    expect(files[0]?.device).toMatchObject({ captured_at: capturedAt, sha256: sent.sha256 });
  });

  it("does not return after it was deleted for good", async () => {
    const bytes = await shot("#456789");
    const sent = capture();
    const { id } = dataOf(await add(bytes, sent));
    await world.is.app.database.db.deleteFrom("photos").where("id", "=", id).execute();
    expect((await add(bytes, sent)).status).toBe(404);
  });

  it("has no device on its report when it was sent at once, with its GUID alone", async () => {
    const { id } = dataOf(await add(await shot("#112233"), { guid: randomUUID() }));
    const { files } = await owner().call("GET /api/evidence/photos/{id}", { params: { id } });
    expect(files[0]?.device).toBeNull();
  });
});

describe("a voice note from a device", () => {
  it("is added to a snag once, in parts as well, and is on the report of the snag", async () => {
    const { id } = await world.pin();
    const sent = capture();
    const parts = new PartsClient(owner(), world.is.app.origin);
    const upload = await parts.begunAttachment(world.is.id_project, sound.length);
    await parts.part(upload, 0, sound);
    const body = { ...sent, clock_offset: 60_000, upload };
    const route = "POST /api/annotations/{id}/voice-notes";
    const note = await owner().call(route, { params: { id }, body });
    const again = await owner().upload(
      route,
      sent,
      { file: { name: "voice", bytes: sound } },
      {
        params: { id },
      },
    );
    expect(dataOf(again).id).toBe(note.id);
    expect(note.recorded_at).toBe(corrected);
    const { files } = await owner().call("GET /api/evidence/snags/{id}", { params: { id } });
    expect(files).toMatchObject([
      { id: `voice ${note.id}`, came: { sha256: sha256Of(sound) }, device: { captured_at: capturedAt } },
    ]);
    const check = await owner().call("POST /api/evidence/snags/{id}/check", { params: { id } });
    expect(check.files).toMatchObject([{ is_same: true }]);
  });

  it("does not return after it was deleted, and is added to a day once", async () => {
    const sent = capture();
    const params = { ...project(), day: "2026-03-17" };
    const route = "POST /api/projects/{id}/diary/{day}/voice-notes";
    const send = () => owner().upload(route, sent, { file: { name: "voice", bytes: sound } }, { params });
    const { id: note } = dataOf(await send());
    expect(dataOf(await send()).id).toBe(note);
    const evidence = await owner().call("GET /api/evidence/projects/{id}/diary/{day}", { params });
    expect(evidence).toMatchObject({
      kind: "diary",
      name: params.day,
      files: [
        { id: `voice ${note}`, came: { sha256: sha256Of(sound) }, device: { captured_at: capturedAt } },
      ],
    });
    expect(evidence.lines?.map(({ action }) => action)).toContain("diary.voice_added");
    await world.is.app.database.db.deleteFrom("voice_notes").where("id", "=", note).execute();
    expect((await send()).status).toBe(404);
  });
});

describe("the chain of custody of a day of the diary", () => {
  const params = () => ({ ...project(), day: "2026-03-16" });
  const of = "/api/evidence/projects/{id}/diary/{day}" as const;

  it("contains the photos and voice notes of all its entries, checks their bytes and is printed", async () => {
    expect(await owner().refused(`GET ${of}`, { params: params() })).toMatchObject({ status: 404 });
    const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#8f6b4a" } })
      .jpeg()
      .toBuffer();
    const { editor } = world.is;
    for (const client of [owner(), editor.client])
      await client.upload(
        "POST /api/projects/{id}/diary/{day}/photos",
        capture(),
        { file: { name: "wall.jpg", bytes } },
        { params: params() },
      );
    const evidence = await editor.client.call(`GET ${of}`, { params: params() });
    expect(evidence.files).toHaveLength(2);
    for (const file of evidence.files)
      expect(file).toMatchObject({
        name: "wall.jpg",
        is_original: false,
        came: { sha256: sha256Of(bytes), bytes: bytes.length },
        device: { captured_at: capturedAt },
      });
    expect(evidence.within.split(", ")).toHaveLength(2);
    const check = await owner().call(`POST ${of}/check`, { params: params() });
    expect(check.files.map(({ is_same }) => is_same)).toEqual([true, true]);
    const printed = await owner().raw(`GET ${of}/sheet`, { params: params(), query: { lang: "ar" } });
    expect(printed.status).toBe(200);
    expect(String(printed.body).slice(0, 5)).toBe("%PDF-");
    expect((await activity("diary.%ed")).map(({ action }) => action)).toEqual(
      expect.arrayContaining(["diary.checked", "diary.evidenced"]),
    );
    const other = { ...params(), day: "2026-03-15" };
    expect(await editor.client.refused(`GET ${of}`, { params: other })).toMatchObject({ status: 404 });
  });
});

describe("a progress entry from a device", () => {
  const tell = <T extends { percent: number }>(body: T) => ({
    body: { id_project: world.is.id_project, on_date: "2026-03-17", ...body },
  });

  it("is refused with both values when another was recorded meanwhile, and both are in the log", async () => {
    const { editor } = world.is;
    await editor.client.call("POST /api/progress-entries", tell({ place: "Hall", percent: 50 }));
    const { captured_at, guid } = capture();
    const mine = tell({ place: "Hall", percent: 30, from: null, guid, captured_at });
    const refused = await owner().refused("POST /api/progress-entries", mine);
    expect(refused).toMatchObject({
      status: 409,
      code: "CONFLICT",
      values: { field: "percent", shown: "50%", sent: "30%" },
    });
    // As a device does whose answer was lost: one line in the log.
    await owner().refused("POST /api/progress-entries", mine);
    expect(await activity("progress.not_applied")).toEqual([
      { action: "progress.not_applied", details: { percent: "30%", was: "50%" } },
    ]);
    const from = JSON.parse(String(refused.values?.["now"])) as { percent: number; note: string };
    const kept = await owner().call(
      "POST /api/progress-entries",
      tell({ place: "Hall", percent: 30, from, guid, captured_at }),
    );
    expect(kept.percent).toBe(30);
    expect(await activity("progress.replaced")).toEqual([
      { action: "progress.replaced", details: { percent: "30%", was: "50%" } },
    ]);
  });

  it("is recorded once, on the day of its capture unless another is named", async () => {
    const { captured_at, guid } = capture();
    const body = {
      id_project: world.is.id_project,
      place: "Roof",
      percent: 10,
      from: null,
      guid,
      captured_at,
    };
    const [first, second] = await Promise.all([
      owner().call("POST /api/progress-entries", { body }),
      owner().call("POST /api/progress-entries", { body }),
    ]);
    expect(second.id).toBe(first.id);
    expect(first.on_date).toBe("2026-03-17");
    await owner().call("DELETE /api/progress-entries/{id}", { params: { id: first.id } });
    expect(await owner().refused("POST /api/progress-entries", { body })).toMatchObject({ status: 404 });
  });
});

describe("a position of a room from a device", () => {
  interface Began {
    id_room: number;
    id_sheet: number | null;
    x: number | null;
    y: number | null;
  }

  it("is applied while the room is where it was, and is refused with both positions afterwards", async () => {
    const { id_sheet, id_room } = world.is;
    const nowhere: Began = { id_room, id_sheet: null, x: null, y: null };
    const put = (x: number, from?: Began, guid?: string) => ({
      params: { id: id_sheet },
      body: {
        rooms: [{ id_room, x, y: 0.5 }],
        ...(from && { from: [from] }),
        ...(guid && { guid, captured_at: capturedAt }),
      },
    });
    const route = "PUT /api/maps/{id}/room-positions";
    const guid = randomUUID();
    await owner().call(route, put(0.2, nowhere, guid));
    await owner().call(route, put(0.2, nowhere, guid));
    await world.is.manager.client.call(route, put(0.4));
    const late = randomUUID();
    const began = { id_room, id_sheet, x: 0.2, y: 0.5 };
    const refused = await owner().refused(route, put(0.3, began, late));
    expect(refused).toMatchObject({
      status: 409,
      values: { field: "position", shown: "Ground floor · 40%, 50%", sent: "Ground floor · 30%, 50%" },
    });
    expect(refused.values?.["by"]).not.toBe("");
    expect(await activity("room.not_applied")).toEqual([
      {
        action: "room.not_applied",
        details: { position: "Ground floor · 30%, 50%", was: "Ground floor · 40%, 50%" },
      },
    ]);
    await owner().call(route, put(0.3, { ...began, x: 0.4 }, late));
    const [room] = await owner().call("GET /api/maps/{id}/rooms", { params: { id: id_sheet } });
    expect(room).toMatchObject({ id_room, x: 0.3 });
    expect((await activity("room.positioned")).at(-1)?.details).toEqual({
      position: "Ground floor · 30%, 50%",
      was: "Ground floor · 40%, 50%",
    });
  });

  it("of a room that was deleted is not found", async () => {
    const { id_sheet } = world.is;
    const body = { rooms: [{ id_room: 999_999, x: 0.1, y: 0.1 }], guid: randomUUID() };
    expect(
      await owner().refused("PUT /api/maps/{id}/room-positions", { params: { id: id_sheet }, body }),
    ).toMatchObject({ status: 404 });
  });
});

describe("a spot skipped on a device", () => {
  it("is skipped on the day of its capture, and another user's skip of that day stays", async () => {
    const { id_sheet, editor } = world.is;
    const { spots } = await owner().call("POST /api/projects/{id}/coverage/spots", {
      params: project(),
      body: { positions: [{ name: "Lift lobby", id_sheet, x: 0.7, y: 0.7 }] },
    });
    const params = { ...project(), spot: spots[0] ?? 0 };
    const route = "POST /api/projects/{id}/coverage/spots/{spot}/skip";
    const send = (by: typeof editor, reason: string, guid: string) =>
      by.client.call(route, { params, body: { reason, guid, captured_at: capturedAt } });
    const guid = randomUUID();
    await send(editor, "Scaffold", guid);
    await send(editor, "Scaffold", guid);
    await send(world.is.owner, "Wet floor", randomUUID());
    const on = async (day: string) =>
      (await owner().call("GET /api/projects/{id}/coverage", { params: project(), query: { day } })).spots;
    expect((await on("2026-03-17"))[0]?.skip).toMatchObject({ reason: "Scaffold" });
    expect((await on("2026-03-18"))[0]?.skip).toBeNull();
    expect(await activity("coverage.skipped%")).toEqual([
      { action: "coverage.skipped", details: { reason: "Scaffold" } },
      { action: "coverage.skipped_too", details: { reason: "Wet floor" } },
    ]);
  });
});

describe("what waits on a device", () => {
  const pin = (body: object) => ({ body: { id_visit: world.is.id_visit, title: "Waited", ...body } });

  it("is not found while its project is deleted, and arrives once after the project was restored", async () => {
    const { guid, captured_at } = capture();
    await owner().call("DELETE /api/projects/{id}", { params: project() });
    const sent = pin({ guid, captured_at });
    expect(await owner().refused("POST /api/annotations", sent)).toMatchObject({ status: 404 });
    await owner().call("PUT /api/projects/restore/{id}", { params: project() });
    const [one, other] = await Promise.all([
      owner().call("POST /api/annotations", sent),
      owner().call("POST /api/annotations", sent),
    ]);
    expect(other.id).toBe(one.id);
  });

  it("keeps its position when the floor plan is replaced meanwhile", async () => {
    const { id_sheet } = world.is;
    const { guid, captured_at } = capture();
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const file = { name: "plan.png", bytes };
    const replaced = await owner().upload("PUT /api/maps/{id}", {}, { file }, { params: { id: id_sheet } });
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
    const snag = await owner().call("POST /api/maps/{id}/annotations", {
      params: { id: id_sheet },
      body: { title: "On the old plan", x: 0.25, y: 0.75, guid, captured_at },
    });
    expect(snag).toMatchObject({ id_sheet, x: 0.25, y: 0.75 });
  });

  it("is refused in words to a user who lost the right to add it", async () => {
    const left = await world.member("editor");
    const { guid, captured_at } = capture();
    await world.withhold(left, ["snags.view"]);
    const refused = await left.client.refused("POST /api/annotations", pin({ guid, captured_at }));
    expect([403, 404]).toContain(refused.status);
    expect(refused.message).not.toBe("");
  });
});

describe("an announced checksum", () => {
  it("expires after a year without its content, and stays with it", async () => {
    const { db } = world.is.app.database;
    const announced = { captured_at: capturedAt, sha256: "a".repeat(64), kind: "room" as const };
    const guid = randomUUID();
    await owner().call("POST /api/evidence/captures", { body: { captures: [{ ...announced, guid }] } });
    const count = async () => (await sql`select from captures where guid = ${guid}`.execute(db)).rows.length;
    await pruneAnnounced(db, new Date(Date.now() + 364 * 86_400_000));
    expect(await count()).toBe(1);
    await sql`update captures set received_at = now() where guid = ${guid}`.execute(db);
    await pruneAnnounced(db, new Date(Date.now() + 366 * 86_400_000));
    expect(await count()).toBe(1);
    await sql`update captures set received_at = null where guid = ${guid}`.execute(db);
    await pruneAnnounced(db, new Date(Date.now() + 366 * 86_400_000));
    expect(await count()).toBe(0);
  });
});
