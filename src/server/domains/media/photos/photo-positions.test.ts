import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { TestClient } from "#test/client.ts";
import { siteDates } from "#test/site-dates.ts";
import { jpeg, photoNow, photosWorld } from "./photos.fixture.ts";

const world = photosWorld();
const { add, ids, one, put, refusedPut, get } = world;

describe("the position of a photo", () => {
  it("is set by hand, taken from its room, and removed again", async () => {
    const sheet = await world.is.site.sheet(40);
    const visit = await world.is.site.visit({ name: "Walk in March" });
    const room = await world.is.site.room(visit.id, { name: "Hall", at: [sheet, 0.25, 0.5] });
    const photo = await add();
    expect(await put(photo.id, { id_sheet: sheet, x: 0.1, y: 0.9, heading: -90 })).toMatchObject({
      position: { id_sheet: sheet, x: 0.1, y: 0.9, sheet: "Ground floor" },
      heading: -90,
    });
    expect(await put(photo.id, { id_sheet: null })).toMatchObject({ position: null });
    expect(await put(photo.id, { id_room: room })).toMatchObject({
      position: { id_sheet: sheet, x: 0.25, y: 0.5 },
      room: { id: room, name: "Hall" },
      visit: { id: visit.id, name: "Walk in March" },
    });
    // Another visit has other rooms; the position stays.
    const other = await world.is.site.visit();
    expect(await put(photo.id, { id_visit: other.id })).toMatchObject({
      visit: { id: other.id },
      room: null,
      position: { id_sheet: sheet, x: 0.25, y: 0.5 },
    });
    const added = await add({ fields: { id_room: String(room) } });
    expect(added).toMatchObject({ position: { id_sheet: sheet, x: 0.25, y: 0.5 }, visit: { id: visit.id } });
    // A deleted floor plan takes the position with it, not the photo.
    await world.is.editor.call("DELETE /api/maps", { body: { ids: [sheet] } });
    expect((await one(added.id)).position).toBeNull();
  });

  it("cannot be in another project", async () => {
    const photo = await add();
    const foreign = await world.is.stranger.call("POST /api/projects", { body: { name: "Elsewhere" } });
    const away = siteDates(world.is.app.database.db, foreign.id);
    const [sheet, visit] = [await away.sheet(), await away.visit()];
    const room = await away.room(visit.id);
    for (const [body, field] of [
      [{ id_sheet: sheet, x: 0.5, y: 0.5 }, "id_sheet"],
      [{ id_visit: visit.id }, "id_visit"],
      [{ id_room: room }, "id_room"],
      [{ x: 0.5, y: 0.5 }, "id_sheet"],
    ] as const)
      expect(Object.keys((await refusedPut(photo.id, body)).errors ?? {})).toEqual([field]);
  });

  it("finds the photos at the spot of a room: linked to it, or within three metres", async () => {
    const sheet = await world.is.site.sheet(60);
    const visit = await world.is.site.visit();
    const room = await world.is.site.room(visit.id, { name: "Hall", at: [sheet, 0.5, 0.5] });
    const linked = await add({
      fields: { id_room: String(room), id_sheet: String(sheet), x: "0.9", y: "0.9" },
    });
    const near = await add({ fields: { id_sheet: String(sheet), x: "0.54", y: "0.5" } });
    await add({ fields: { id_sheet: String(sheet), x: "0.56", y: "0.5" } });
    expect(new Set(await ids({ at_room: room }))).toEqual(new Set([linked.id, near.id]));
  });

  it("is proposed by the camera's location, and applied by no one but a user", async () => {
    const located = await jpeg({
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "24/1 42/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "46/1 42/1 0/1",
        GPSHPositioningError: "8/1",
        GPSImgDirectionRef: "T",
        GPSImgDirection: "270/1",
      },
    });
    const sheet = await world.is.site.sheet(100);
    const visit = await world.is.site.visit();
    // Three rooms with a known location span the floor plan: 0.001 degrees north and east of the corner.
    for (const [x, y, latitude, longitude] of [
      [0, 1, 24.6995, 46.6995],
      [1, 1, 24.6995, 46.7005],
      [0, 0, 24.7005, 46.6995],
    ] as const) {
      const room = await world.is.site.room(visit.id, { at: [sheet, x, y] });
      await sql`update pictures set latitude = ${latitude}, longitude = ${longitude}
        where sha256 = (select picture_sha256 from rooms where id = ${room})`.execute(
        world.is.app.database.db,
      );
    }
    const photo = await add({ bytes: located });
    expect(photo).toMatchObject({
      position: null,
      heading: null,
      proposal: { latitude: 24.7, longitude: 46.7, accuracy: 8, heading: -90 },
    });
    const { proposed } = await one(photo.id);
    expect(proposed).toMatchObject([{ id_sheet: sheet }]);
    expect([proposed[0]?.x, proposed[0]?.y].map((share) => Math.round((share ?? 0) * 100))).toEqual([50, 50]);
    const ignored = await put(photo.id, { proposal: "ignored" });
    expect(ignored).toMatchObject({ position: null, proposal: null });
    expect((await one(photo.id)).proposed).toEqual([]);
  });
});

describe("a snag from a photo", () => {
  it("has the photo and its position, and stays when the photo is gone", async () => {
    const sheet = await world.is.site.sheet();
    const photo = await add({ fields: { id_sheet: String(sheet), x: "0.25", y: "0.5" } });
    const create = (by: TestClient) =>
      by.raw("POST /api/photos/{id}/snags", { params: { id: photo.id }, body: { title: "Honeycombing" } });
    expect((await create(world.is.viewer)).status).toBe(403);
    const { status, body } = await create(world.is.editor);
    expect(status).toBe(201);
    const { data } = body as { data: { id: number; photos: { url: string }[] } };
    expect(data).toMatchObject({ title: "Honeycombing", id_sheet: sheet, x: 0.25, y: 0.5 });
    expect(data.photos).toHaveLength(1);
    await world.is.app.database.db.deleteFrom("photos").where("id", "=", photo.id).execute();
    expect((await get(data.photos[0]?.url ?? "", world.is.editor)).status).toBe(200);
  });

  it("has no room while the visit of the photo is in the bin", async () => {
    const visit = await world.is.site.visit();
    const room = await world.is.site.room(visit.id, { name: "Hall" });
    const photo = await add({ fields: { id_room: String(room) } });
    const create = () =>
      world.is.editor.call("POST /api/photos/{id}/snags", {
        params: { id: photo.id },
        body: { title: "Honeycombing" },
      });
    expect(await create()).toMatchObject({ room: "Hall" });
    const { db } = world.is.app.database;
    await db
      .updateTable("visits")
      .set({ deleted_at: new Date(photoNow) })
      .where("id", "=", visit.id)
      .execute();
    expect(await create()).toMatchObject({ id_room: null, photos: [{ kind: "before" }] });
  });
});
