import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { createLocalStore } from "#server/media/local-store.ts";
import { createPortraits } from "#server/media/portraits.ts";
import type { RawReply } from "#test/client.ts";
import { claims } from "./claims.ts";
import { prunePhotos } from "./photos.repository.ts";
import { type Person, snagsWorld } from "./snags.fixture.ts";

const world = snagsWorld();
const { pin, get, put, refusedPut, steps, photoOf, snagOf } = world;

let jpeg: Buffer;
beforeAll(async () => {
  // Like a phone's file: rotated by its metadata, with the location where it was taken.
  jpeg = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: "#a63" } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: "Phone", Copyright: "Somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "25/1 17/1 0/1" },
    })
    .jpeg()
    .toBuffer();
});

const upload = (fields: Record<string, string> = {}, by = world.is.owner, bytes: Uint8Array = jpeg) =>
  by.client.upload(
    "POST /api/annotations/file",
    { id_visit: String(world.is.id_visit), ...fields },
    { file: { name: "IMG_1.jpg", bytes } },
  );
const add = (id: number, by = world.is.owner, kind = "after", bytes: Uint8Array = jpeg) =>
  by.client.upload(
    "POST /api/annotations/{id}/photos",
    { kind },
    { file: { name: "IMG_2.jpg", bytes } },
    { params: { id } },
  );
async function name(by?: Person, fields?: Record<string, string>): Promise<string> {
  const reply = await upload(fields, by);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return photoOf(reply).filename;
}
const remove = (filename: string, by = world.is.owner, id_visit = world.is.id_visit): Promise<RawReply> =>
  by.client.raw("DELETE /api/annotations/file/delete", { query: { id_visit, filename } });
const shot = async (address: string) => {
  const reply = await fetch(new URL(address, world.is.app.origin));
  return sharp(Buffer.from(await reply.arrayBuffer())).metadata();
};

describe("a picture of a snag", () => {
  it("is uploaded before the snag exists, returns success and its name, and is assigned to the snag", async () => {
    const reply = await upload();
    expect(reply).toMatchObject({
      status: 200,
      body: { status: "success", data: { filename: expect.stringMatching(/^[A-Za-z0-9]{24}\.webp$/) } },
    });
    const photo = photoOf(reply);
    expect(photo).toMatchObject({ kind: "before", author: "Test Person" });
    const snag = await pin({ filenames: [photo.filename] });
    expect(snag.photos).toMatchObject([{ filename: photo.filename, kind: "before" }]);
    const later = await put(snag.id, { filename: await name(world.is.owner, { kind: "after" }) });
    expect(later.photos.map(({ kind }) => kind)).toEqual(["before", "after"]);
    expect((await steps(snag.id)).map(({ action }) => action)).toEqual(["photo_added", "created"]);
  });

  it("is stored upright and within its size, without location and camera metadata", async () => {
    const sent = await sharp(jpeg).metadata();
    expect([sent.orientation, sent.exif?.includes("Phone")]).toEqual([6, true]);
    const photo = photoOf(await upload());
    const image = await shot(photo.url);
    expect(image).toMatchObject({ format: "webp", width: 1365, height: 2048 });
    expect([image.exif, image.xmp, image.iptc, image.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await shot(photo.thumbnail)).toMatchObject({ format: "webp", width: 320, height: 240 });
  });

  it("is added by the snag's assignee, who removes their own alone", async () => {
    const { trade, viewer } = world.is;
    const snag = await pin({ id_assignee: trade.id, filename: await name() });
    const reply = await add(snag.id, trade);
    expect(reply.status).toBe(201);
    const [theirs, mine] = snagOf(reply).photos;
    expect(mine).toMatchObject({ kind: "after" });
    expect((await add(snag.id, viewer)).status).toBe(403);
    const call = "DELETE /api/annotations/{id}/photos";
    const params = { id: snag.id };
    const refused = await trade.client.refused(call, { params, query: { filename: theirs?.filename } });
    expect(refused).toMatchObject({ code: "SNAG_EDIT_DENIED" });
    expect(await remove(theirs?.filename ?? "", trade)).toMatchObject({ status: 403 });
    const left = await trade.client.call(call, { params, query: { filename: mine?.filename ?? "" } });
    expect(left.photos).toHaveLength(1);
    expect(await remove(theirs?.filename ?? "", world.is.editor)).toMatchObject({
      status: 200,
      body: { status: "success" },
    });
    expect((await get(snag.id)).photos).toEqual([]);
    expect((await steps(snag.id))[0]).toMatchObject({ action: "photo_removed" });
  });

  it("is uploaded for an existing snag, of that visit, by users who may answer it", async () => {
    const { trade } = world.is;
    const snag = await pin({ id_assignee: trade.id });
    await name(trade, { id_annotation: String(snag.id), kind: "after" });
    expect((await get(snag.id)).photos).toMatchObject([{ kind: "after" }]);
    const other = await pin();
    expect(await upload({ id_annotation: String(other.id) }, trade)).toMatchObject({ status: 404 });
    const next = await world.walk();
    const far = await pin({ id_visit: next.id_visit });
    expect(await upload({ id_annotation: String(far.id) })).toMatchObject({
      status: 422,
      body: { errors: { id_annotation: ["snags.not_this_visit"] } },
    });
  });

  it("cannot be attached by another user, nor from another snag or visit", async () => {
    const { trade, editor, owner } = world.is;
    const waiting = await name(trade);
    const body = { id_visit: world.is.id_visit, title: "Crack", filenames: [waiting] };
    expect(await editor.client.refused("POST /api/annotations", { body })).toMatchObject({
      errors: { filenames: ["snags.photo_unknown"] },
    });
    const snag = await pin({ filename: await name() });
    const taken = snag.photos[0]?.filename ?? "";
    const other = await pin();
    expect(await refusedPut(other.id, { filename: taken })).toMatchObject({ status: 422 });
    const params = { id: other.id };
    expect(
      await owner.client.refused("DELETE /api/annotations/{id}/photos", {
        params,
        query: { filename: taken },
      }),
    ).toMatchObject({ status: 404 });
    const next = await world.walk();
    expect(await remove(taken, owner, next.id_visit)).toMatchObject({ status: 404 });
    const member = await world.member("trade");
    expect(await remove(waiting, member)).toMatchObject({ status: 404 });
    expect(await remove(waiting, trade)).toMatchObject({ status: 200 });
    expect(await remove(waiting, trade)).toMatchObject({ status: 404 });
  });

  it.each([
    "../../portraits/aa.webp",
    "..%2F..%2Fetc%2Fpasswd",
    "/etc/passwd",
    "a\\b.webp",
    "a.webp\0.png",
    "ünknown.webp",
    "*.webp",
  ])("is not deleted by a path: %s", async (filename) => {
    const reply = await remove(filename);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.body).toMatchObject({ status: "error" });
  });

  it("is a valid picture, and limited in number", async () => {
    expect(await upload({}, world.is.owner, Buffer.from("no picture at all"))).toMatchObject({
      status: 422,
      body: { code: "IMAGE_TYPE" },
    });
    expect(await upload({}, world.is.owner, jpeg.subarray(0, 3000))).toMatchObject({
      body: { code: "IMAGE_UNREADABLE" },
    });
    expect((await upload({}, world.is.stranger)).status).toBe(404);
    const { id } = await pin({ filename: await name() });
    const { db } = world.is.app.database;
    const { id: _id, ...first } = await db
      .selectFrom("snag_photos")
      .selectAll()
      .where("id_snag", "=", id)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: limits.snag.photos - 1 }, (_, at) => ({
      ...first,
      filename: `x${id}y${at}.webp`,
    }));
    await db.insertInto("snag_photos").values(rows).execute();
    expect(await add(id)).toMatchObject({ status: 422, body: { code: "SNAG_PHOTOS_FULL" } });
    expect(await refusedPut(id, { filename: await name() })).toMatchObject({ code: "SNAG_PHOTOS_FULL" });
    expect((await get(id)).photos).toHaveLength(limits.snag.photos);
  });
});

it("The sweep deletes pictures whose snag was never created after a day, and those of deleted snags.", async () => {
  const { app, owner } = world.is;
  const other = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#123" } })
    .png()
    .toBuffer();
  await app.database.db.deleteFrom("snag_photos").execute();
  const tomorrow = () => new Date(Date.now() + 25 * 3_600_000);
  const objects = join(app.dataDir, "media/objects");
  const { sweepPortraits } = createPortraits({
    db: app.database.db,
    store: createLocalStore(objects, join(app.dataDir, "trash")),
    clock: { now: tomorrow },
    directory: app.dataDir,
  });
  const sweep = async () => {
    await prunePhotos(app.database.db, tomorrow());
    await sweepPortraits(claims.portraits);
    return (await readdir(join(objects, "portraits"), { recursive: true })).filter((one) =>
      one.endsWith(".webp"),
    ).length;
  };
  const snag = await pin({ filename: await name() });
  await upload({}, owner, other);
  // Not yet: the snag may still be created.
  await prunePhotos(app.database.db, new Date());
  expect(await app.database.db.selectFrom("snag_photos").select("id").execute()).toHaveLength(2);
  expect(await sweep()).toBe(2);
  expect((await shot((await get(snag.id)).photos[0]?.url ?? "")).width).toBe(1365);
  await owner.client.call("DELETE /api/annotations/{id}", { params: { id: snag.id } });
  expect(await sweep()).toBe(0);
});
