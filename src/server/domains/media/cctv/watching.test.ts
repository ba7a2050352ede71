import { describe, expect, it } from "vitest";
import { limits } from "#contract/limits.ts";
import { soon } from "#test/soon.ts";
import { cctvWorld } from "./cctv.fixture.ts";

const cctv = cctvWorld();

describe("watching", () => {
  it("a member plays it from addresses of this server that expire after ten minutes", async () => {
    const made = await cctv.add({ name: "Watched" });
    const { hls, still, expires_at } = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/playback", {
      params: { id: made.id },
    });
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    const playlist = await cctv.fetched(hls);
    expect(playlist.type).toContain("application/vnd.apple.mpegurl");
    const name =
      playlist.bytes
        .toString()
        .split("\n")
        .findLast((line) => line.startsWith("s-")) ?? "";
    const segment = await cctv.fetched(new URL(name, new URL(hls, cctv.is.app.origin)).pathname);
    expect(segment).toMatchObject({ status: 200, type: "video/mp2t" });
    expect(await cctv.framesOf(segment.bytes, "ts")).toBe(true);
    expect((await cctv.fetched(still)).type).toBe("image/jpeg");
    const [, , , link = ""] = hls.split("/");
    expect((await cctv.fetched(hls.replace(link, `1${link}`))).status).toBe(403);
    cctv.shift = 601_000;
    expect((await cctv.fetched(hls)).status).toBe(403);
    cctv.shift = 0;
    expect(
      (await cctv.is.stranger.refused("GET /api/cctv-cameras/{id}/playback", { params: { id: made.id } }))
        .status,
    ).toBe(404);
  });

  it("a guest plays public cameras, sees no private ones, and opens protected ones with their password", async () => {
    const [open, closed, locked] = [
      await cctv.add({ name: "Open", is_public: 1 }),
      await cctv.add({ name: "Closed" }),
      await cctv.add({
        name: "Locked",
        is_public: 1,
        is_protected: 1,
        protection_password: "gate 7",
        location: "Pier",
      }),
    ];
    const guest = cctv.is.app.guest();
    const shown = await guest.call("GET /api/cctv-player", { query: { code: open.code } });
    expect(shown).toMatchObject({ name: "Open", is_locked: false, id_camera: null });
    expect((await cctv.fetched(shown.playback?.hls ?? "")).status).toBe(200);
    const missing = await guest.refused("GET /api/cctv-player", { query: { code: "nosuchcode22" } });
    expect(missing.status).toBe(404);
    expect(await guest.refused("GET /api/cctv-player", { query: { code: closed.code } })).toEqual(missing);
    const before = await guest.call("GET /api/cctv-player", { query: { code: locked.code } });
    expect(before).toMatchObject({ is_locked: true, playback: null, location: "", thumbnail: null });
    const verify = (password: string) => ({ body: { code: locked.code, password } });
    expect((await guest.refused("POST /api/cctv-player/verify-password", verify("gate 8"))).code).toBe(
      "CAMERA_PASSWORD_WRONG",
    );
    const after = await guest.call("POST /api/cctv-player/verify-password", verify("gate 7"));
    expect((await cctv.fetched(after.playback?.hls ?? "")).status).toBe(200);
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(
      false,
    );
    cctv.shift = 2 * 3_600_000 + 1000;
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(true);
    cctv.shift = 0;
    const opened =
      (await guest.call("POST /api/cctv-player/verify-password", verify("gate 7"))).playback?.hls ?? "";
    expect((await cctv.fetched(opened)).status).toBe(200);
    // A new password locks it anew, also for addresses issued before.
    await cctv.is.owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: locked.id },
      body: { protection_password: "gate 9" },
    });
    expect((await guest.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked).toBe(true);
    await soon(async () => expect((await cctv.fetched(opened)).status).toBe(403));
    expect(
      (await cctv.is.viewer.call("GET /api/cctv-player", { query: { code: locked.code } })).is_locked,
    ).toBe(false);
    cctv.told.push(JSON.stringify([shown, before, after]));
  });

  it("a network may try ten passwords, and then has to wait", async () => {
    const { code } = await cctv.add({ is_public: 1, is_protected: 1, protection_password: "gate 7" });
    const guest = cctv.is.app.guest();
    const guess = (password: string) =>
      guest.raw("POST /api/cctv-player/verify-password", { body: { code, password } });
    for (let n = 0; n < limits.video.tries; n += 1)
      expect((await guess("gate 8")).body).toMatchObject({ code: "CAMERA_PASSWORD_WRONG" });
    expect(await guess("gate 7")).toMatchObject({ status: 429, body: { code: "RATE_LIMITED" } });
  });

  it("a camera that was deleted, or has another address, is no longer played from the old one", async () => {
    const made = await cctv.add({ name: "Moving" });
    const { hls } = await cctv.is.viewer.call("GET /api/cctv-cameras/{id}/playback", {
      params: { id: made.id },
    });
    expect((await cctv.fetched(hls)).status).toBe(200);
    await cctv.is.owner.call("PUT /api/cctv-cameras/{id}", {
      params: { id: made.id },
      body: { hls_url: `${cctv.is.camera.origin}/html.m3u8` },
    });
    await soon(async () => expect((await cctv.fetched(hls)).status).toBe(424));
    await cctv.is.owner.call("DELETE /api/cctv-cameras/{id}", { params: { id: made.id } });
    await soon(async () => expect((await cctv.fetched(hls)).status).toBe(404));
  });

  it("no response contains a camera's address or credentials", () => {
    expect(cctv.told.length).toBeGreaterThan(10);
    cctv.expectNoSecretTold();
  });
});
