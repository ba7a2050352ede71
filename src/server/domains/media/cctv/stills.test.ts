import { sql } from "kysely";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { cctvWorld } from "./cctv.fixture.ts";
import { jpegOf, work } from "./stills.fixture.ts";
import { isEmpty } from "./stills.ts";

const cctv = cctvWorld();

describe("stored pictures", () => {
  it("are taken on demand, by HLS and by RTSP, listed by time and day, and deleted", async () => {
    for (const source of [{ hls_url: cctv.is.camera.url }, { hls_url: cctv.is.rtsp.url }]) {
      const made = await cctv.add(source);
      const still = await cctv.is.owner.call("POST /api/cctv-cameras/{id}/stills", {
        params: { id: made.id },
      });
      const { bytes } = await cctv.fetched(still.url);
      expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 320, height: 180 });
      const [list, { items: days }, shown] = await Promise.all([
        cctv.is.viewer.call("GET /api/cctv-cameras/{id}/stills", { params: { id: made.id }, query: {} }),
        cctv.is.viewer.call("GET /api/cctv-cameras/{id}/stills/days", { params: { id: made.id } }),
        cctv.is.owner.call("GET /api/cctv-cameras/{id}", { params: { id: made.id } }),
      ]);
      expect(list).toMatchObject({ total: 1, items: [{ id_still: still.id }] });
      expect(days).toEqual([{ day: still.taken_at.slice(0, 10), stills: 1 }]);
      expect(shown).toMatchObject({
        still: { id: still.id },
        thumbnail: null,
        thumbnail_url_full: still.thumbnail,
      });
      const params = { id: made.id, stillId: still.id };
      await cctv.is.owner.call("DELETE /api/cctv-cameras/{id}/stills/{stillId}", { params });
      expect(
        (await cctv.is.owner.refused("DELETE /api/cctv-cameras/{id}/stills/{stillId}", { params })).code,
      ).toBe("NOT_FOUND");
    }
  });

  it("are skipped when they are black or of one colour, as decoders paint missing data", async () => {
    const noise = await sharp({
      create: {
        width: 320,
        height: 180,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 60, sigma: 30 },
      },
    })
      .resize(20, 12)
      .resize(320, 180)
      .jpeg()
      .toBuffer();
    expect(await isEmpty(await jpegOf({ r: 0, g: 0, b: 2 }))).toBe(true);
    expect(await isEmpty(await jpegOf({ r: 128, g: 128, b: 128 }))).toBe(true);
    expect(await isEmpty(noise)).toBe(false);
    await expect(isEmpty(noise.subarray(0, 200))).rejects.toMatchObject({ code: "CAMERA_UNREADABLE" });
  });

  it("are counted by the days of a site whose zone only the server's own calendar knows", async () => {
    const made = await cctv.add();
    const { db } = cctv.is.app.database;
    const times = ["2026-03-01T18:29:00Z", "2026-03-01T18:31:00Z", "2026-03-02T18:31:00Z"];
    for (const taken_at of times.map((time) => new Date(time)))
      await db
        .insertInto("camera_stills")
        .values({ id_camera: made.id, taken_at, image: "a.jpg", thumbnail: "a.jpg", bytes: 1 })
        .execute();
    const { items } = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/stills/days", {
      params: { id: made.id },
    });
    expect(items.map(({ day }) => day)).toEqual(["2026-03-02", "2026-03-01"]);
    // PostgreSQL reads the sign of an offset the other way round.
    await sql`update cameras set schedule = jsonb_set(coalesce(schedule, '{}'), '{time_zone}', '"+05:30"') where id = ${made.id}`.execute(
      db,
    );
    const local = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/stills/days", {
      params: { id: made.id },
    });
    expect(local.items).toEqual([
      { day: "2026-03-03", stills: 1 },
      { day: "2026-03-02", stills: 1 },
      { day: "2026-03-01", stills: 1 },
    ]);
  });

  it("are taken automatically when due, each once", async () => {
    const schedule = {
      minutes: 1,
      from: "00:00",
      to: "00:00",
      days: [0, 1, 2, 3, 4, 5, 6],
      time_zone: "Asia/Riyadh",
    };
    const made = await cctv.add({ schedule });
    const { db } = cctv.is.app.database;
    const due = () =>
      db.selectFrom("cameras").select("next_still_at").where("id", "=", made.id).executeTakeFirstOrThrow();
    expect(((await due()).next_still_at?.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(60_000);
    await db
      .updateTable("cameras")
      .set({ next_still_at: new Date(Date.now() - 1000) })
      .where("id", "=", made.id)
      .execute();
    await Promise.all([work(cctv.is.app, "cctv.stills"), work(cctv.is.app, "cctv.stills")]);
    await soon(async () => {
      const { total } = await cctv.is.owner.call("GET /api/cctv-cameras/{id}/stills", {
        params: { id: made.id },
        query: {},
      });
      expect(total).toBe(1);
    });
    expect((await due()).next_still_at?.getTime()).toBeGreaterThan(Date.now() - 1000);
    await cctv.is.owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: made.id },
      body: { schedule: null },
    });
    expect((await due()).next_still_at).toBeNull();
  });
});
