import { describe, expect, it } from "vitest";
import { startHlsCamera } from "#test/cameras/hls-camera.ts";
import { soon } from "#test/soon.ts";
import { cctvWorld } from "./cctv.fixture.ts";

const cctv = cctvWorld();

describe("health", () => {
  const news = async () =>
    (await cctv.is.owner.call("GET /api/notifications", { query: { limit: 100 } }))
      .filter(({ kind }) => kind === "camera")
      .map(({ title, message }) => `${title}: ${message}`);

  it("is checked, counted, notified once when it is gone and once when it is back", async () => {
    const sick = await startHlsCamera();
    const made = await cctv.add({ name: "Sick", hls_url: sick.url, alert_after: 2 });
    const check = () => cctv.is.owner.call("POST /api/cctv-cameras/{id}/check", { params: { id: made.id } });
    await soon(async () => {
      const { state } = await cctv.is.owner.call("GET /api/cctv-cameras/{id}", { params: { id: made.id } });
      expect(state, "checked by itself, once it was added").toBe("up");
    });
    sick.mood = "broken";
    expect(await check()).toMatchObject({ state: "down", problem: "CAMERA_SILENT", missed: 1 });
    expect(await news()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await check();
    expect(await news()).toEqual(["Camera offline: “Sick” in “Quay” is offline."]);
    sick.mood = "well";
    // Calls to it are paused for a second after its failures.
    await soon(async () => expect(await check()).toMatchObject({ state: "up", missed: 0, problem: null }));
    await check();
    expect(await news()).toEqual(["Camera back online: “Sick” in “Quay” is back online."]);
    const { uptime, last_seen_at } = await cctv.is.owner.call("GET /api/cctv-cameras/{id}", {
      params: { id: made.id },
    });
    expect(uptime).toBeGreaterThan(0.2);
    expect(uptime).toBeLessThan(0.8);
    expect(last_seen_at).not.toBeNull();
    const health = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/health", {
      params: { id: made.id },
      query: { period: "day" },
    });
    expect(health.steps).toHaveLength(24);
    expect(health.steps.at(-1)).toMatchObject({ checks: expect.any(Number) });
    expect(health.uptime).toBe(uptime);
    await sick.close();
  });

  it("is refused, not down, where the network rules forbid the call", async () => {
    const made = await cctv.add({ hls_url: "http://10.1.2.3/live.m3u8" });
    expect(
      await cctv.is.owner.call("POST /api/cctv-cameras/{id}/check", { params: { id: made.id } }),
    ).toMatchObject({
      state: "refused",
      problem: "CAMERA_FORBIDDEN",
    });
  });
});
