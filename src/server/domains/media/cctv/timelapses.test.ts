import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { soon } from "#test/soon.ts";
import { cctvWorld } from "./cctv.fixture.ts";
import { keepStills } from "./stills.fixture.ts";

const cctv = cctvWorld();

describe("a time-lapse of stills", () => {
  const films = async (id: number) =>
    (await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/timelapses", { params: { id } })).items;
  const settled = (id: number) =>
    soon(async () => {
      const [film] = await films(id);
      if (film?.state !== "ready" && film?.state !== "failed") throw new Error("It is not settled yet.");
      return film;
    });

  it("is made with the date in it, can be played, and is reported to the requester", async () => {
    const made = await cctv.add({ name: "Filmed" });
    // A broken picture among them is skipped.
    await keepStills(cctv.is.app, made.id, 6, { broken: 3 });
    const asked = await cctv.is.owner.call("POST /api/cctv-cameras/{id}/timelapses", {
      params: { id: made.id },
      body: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", fps: 5 },
    });
    expect(asked).toMatchObject({ state: "waiting", url: null });
    const film = await settled(made.id);
    expect(film).toMatchObject({ state: "ready", problem: null, frames: 5, seconds: 1, progress: 1 });
    const { bytes, type } = await cctv.fetched(film.url ?? "");
    expect(type).toBe("video/mp4");
    expect(bytes.length).toBe(film.bytes);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    expect(await cctv.framesOf(bytes, "mp4")).toBe(true);
    // The stamp is drawn where stills have nothing but their one colour.
    const frame = await cctv.frameFrom(bytes);
    const part = async (left: number, top: number, width: number, height: number) => {
      const { channels } = await sharp(
        await sharp(frame).extract({ left, top, width, height }).png().toBuffer(),
      ).stats();
      return Math.max(...channels.map(({ stdev }) => stdev));
    };
    expect(await part(12, 148, 110, 22)).toBeGreaterThan(25);
    expect(await part(200, 20, 100, 60)).toBeLessThan(6);
    const poster = await cctv.fetched(film.poster ?? "");
    expect(await sharp(poster.bytes).metadata()).toMatchObject({ width: 320, height: 180 });
    const items = await cctv.is.owner.call("GET /api/notifications", { query: {} });
    expect(items.map(({ title }) => title)).toContain("Time-lapse ready");
    await cctv.is.owner.call("DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}", {
      params: { id: made.id, timelapseId: film.id },
    });
    expect(await films(made.id)).toEqual([]);
  });

  it("needs pictures, and an end after its beginning", async () => {
    const made = await cctv.add();
    const ask = (from: string, to: string) =>
      cctv.is.owner.refused("POST /api/cctv-cameras/{id}/timelapses", {
        params: { id: made.id },
        body: { from, to },
      });
    expect((await ask("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")).code).toBe("STILLS_MISSING");
    expect((await ask("2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z")).errors).toEqual({
      to: ["cctv.film.range_order"],
    });
  });
});
