import { describe, expect, it } from "vitest";
import { jpeg, photoNow, photosWorld } from "./photos.fixture.ts";

const world = photosWorld();
const { add, ids, put, refusedPut } = world;

describe("the date of a photo", () => {
  const exif = (fields: Record<string, string>, gps: Record<string, string> = {}): Promise<Buffer> =>
    jpeg({ IFD2: { DateTimeOriginal: "2026:03:14 09:26:53", ...fields }, IFD3: gps });

  it("is the camera's, by its own time zone or its receiver's clock", async () => {
    expect(await add({ bytes: await exif({ OffsetTimeOriginal: "+03:00" }) })).toMatchObject({
      taken_at: "2026-03-14T06:26:53.000Z",
      taken_from: "camera",
    });
    const gps = { GPSDateStamp: "2026:03:14", GPSTimeStamp: "4/1 56/1 51/1" };
    expect(await add({ bytes: await exif({}, gps) })).toMatchObject({
      taken_at: "2026-03-14T04:56:53.000Z",
      taken_from: "camera",
    });
  });

  it("is read in the sender's time zone, summer time included, where the camera states none", async () => {
    expect(await add({ bytes: await exif({}), fields: { zone: "Asia/Riyadh" } })).toMatchObject({
      taken_at: "2026-03-14T06:26:53.000Z",
      taken_from: "clock",
    });
    const summer = await jpeg({ IFD2: { DateTimeOriginal: "2026:05:14 09:26:53" } });
    expect((await add({ bytes: summer, fields: { zone: "Europe/Berlin" } })).taken_at).toBe(
      "2026-05-14T07:26:53.000Z",
    );
    expect((await add({ bytes: await exif({}), fields: { zone: "No/Where" } })).taken_at).toBe(
      "2026-03-14T09:26:53.000Z",
    );
  });

  it("is the time of arrival where the camera's clock is ahead of the server's", async () => {
    const ahead = await jpeg({ IFD2: { DateTimeOriginal: "2031:01:01 00:00:00" } });
    expect(await add({ bytes: ahead })).toMatchObject({
      taken_at: new Date(photoNow).toISOString(),
      taken_from: "upload",
    });
  });

  it("can be corrected by hand, not into the future, and groups photos by the days of a time zone", async () => {
    const photo = await add();
    expect(await put(photo.id, { taken_at: "2026-02-01T22:30:00Z" })).toMatchObject({
      taken_at: "2026-02-01T22:30:00.000Z",
      taken_from: "user",
    });
    expect(await refusedPut(photo.id, { taken_at: "2026-06-02T08:00:00Z" })).toMatchObject({
      errors: { taken_at: ["photos.date_future"] },
    });
    const days = (zone: string) =>
      world.is.viewer.call("GET /api/projects/{id}/photos/days", {
        params: { id: world.is.id_project },
        query: { zone },
      });
    expect((await days("UTC")).items).toEqual([{ day: "2026-02-01", photos: 1 }]);
    expect((await days("Asia/Riyadh")).items).toEqual([{ day: "2026-02-02", photos: 1 }]);
    const day = { from: "2026-02-02", to: "2026-02-02" };
    expect(await ids({ ...day, zone: "Asia/Riyadh" })).toEqual([photo.id]);
    expect(await ids({ ...day, zone: "UTC" })).toEqual([]);
  });
});
