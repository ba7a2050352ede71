import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAddressPolicy } from "#server/platform/address-policy.ts";
import { createAppKey } from "#server/platform/key.ts";
import { plays, testFfmpeg } from "#test/cameras/clip.ts";
import { cameraUser, type HlsCamera, startHlsCamera } from "#test/cameras/hls-camera.ts";
import { type RtspCamera, startRtspCamera } from "#test/cameras/rtsp-camera.ts";
import { soon } from "#test/soon.ts";
import { createPictureMaker } from "./pictures.ts";
import { createRelay, type Relay } from "./relay.ts";
import type { CameraSource } from "./source.ts";

let camera: HlsCamera;
let directory: string;
let relay: Relay;
/** Waits a second for the first byte: for cameras that send none. A busy machine may take as long for others. */
let impatient: Relay;
const sources = new Map<number, CameraSource>();
let next = 1;

/** A separate camera for each test: no failure of one affects another. */
const at = (url: string, who: Omit<CameraSource, "url"> = cameraUser): number => {
  sources.set(next, { url, ...who });
  return next++;
};
const text = async (id: number, name = "live.m3u8") => String((await relay.file(id, name))?.bytes);
const names = (playlist: string) =>
  playlist.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
const open = (firstByte?: number) =>
  createRelay({
    key: createAppKey("a secret of thirty-two letters or so"),
    policy: createAddressPolicy(() => ["127.0.0.1"], {
      forbidden: "CAMERA_FORBIDDEN",
      silent: "CAMERA_SILENT",
    }),
    pictures: createPictureMaker(testFfmpeg(), directory),
    sourceOf: async (id) => {
      const source = sources.get(id);
      return source === undefined ? null : { source, gate: "" };
    },
    firstByte,
  });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sitewalk-relay-"));
  camera = await startHlsCamera();
  relay = open();
  impatient = open(1000);
});
afterAll(async () => {
  relay.close();
  impatient.close();
  await camera.close();
  await rm(directory, { recursive: true, force: true });
});

describe("an HLS camera", () => {
  it("is played through the relay's own names, without revealing its address or credentials", async () => {
    const id = at(camera.url);
    const playlist = await text(id);
    const files = await Promise.all(names(playlist).map((name) => relay.file(id, name)));
    expect(files.map((file) => file?.type)).toEqual(Array(4).fill("video/mp2t"));
    expect(await plays(directory, files.at(-1)?.bytes ?? Buffer.alloc(0), "ts")).toBe(true);
    for (const secret of ["127.0.0.1", "camera.internal", "token=abc", "seg-", cameraUser.username, "s3cret"])
      expect(playlist).not.toContain(secret);
    expect(playlist).toContain("#EXT-X-MEDIA-SEQUENCE:");
  });

  it("is played through its master playlist, with every kind of address renamed", async () => {
    const id = at(`${camera.origin}/master.m3u8`);
    const master = await text(id);
    expect(names(master)).toHaveLength(2);
    expect(master.match(/URI="s-[\w-]{22}\.m3u8"/g)).toHaveLength(2);
    expect(master).not.toMatch(/camera\.internal|live\.m3u8|hd\//);
    const [, group] = /AUDIO="(\w+)"/.exec(master) ?? [];
    expect(master).toContain(`GROUP-ID="${group}"`);
    const media = await text(id, names(master)[1]);
    expect((await relay.file(id, names(media)[0] ?? ""))?.type).toBe("video/mp2t");
  });

  it("loses the tags of low latency and of vendors, and keeps key and initialization section under names", async () => {
    const id = at(`${camera.origin}/low-latency.m3u8`);
    const playlist = await text(id);
    expect(playlist).toMatch(/#EXT-X-MAP:URI="s-[\w-]{22}\.mp4",BYTERANGE="700@0"/);
    expect(playlist).toMatch(/#EXT-X-KEY:METHOD=AES-128,URI="s-[\w-]{22}\.key",IV=0x0+1/);
    expect(playlist).not.toMatch(/PART|PRELOAD|RENDITION|SESSION|SERVER-CONTROL|init|key\.bin|part-/);
    const key = /URI="(s-[\w-]{22}\.key)"/.exec(playlist)?.[1] ?? "";
    expect((await relay.file(id, key))?.bytes).toEqual(Buffer.alloc(16, 7));
  });

  it("is requested once for all viewers", async () => {
    const id = at(`${camera.url}?crowd`);
    const before = camera.asked.length;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const playlist = await text(id);
        await Promise.all(names(playlist).map((name) => relay.file(id, name)));
      }),
    );
    expect(camera.asked.length - before).toBe(5);
  });

  it("is played by another process from a name that it did not issue itself", async () => {
    const id = at(`${camera.origin}/master.m3u8?again`);
    const media = await text(id, names(await text(id))[0]);
    const other = open();
    expect((await other.file(id, names(media).at(-1) ?? ""))?.type).toBe("video/mp2t");
    other.close();
  });

  it("rejects a name from no playlist of its own", async () => {
    const [one, other] = [at(`${camera.url}?one`), at(`${camera.url}?other`)];
    const name = names(await text(one))[0] ?? "";
    expect(await relay.file(other, name)).toBeNull();
    expect(await relay.file(one, "s-AAAAAAAAAAAAAAAAAAAAAA.ts")).toBeNull();
    expect(await relay.file(99_999, "live.m3u8")).toBeNull();
  });

  it("returns the newest picture as a JPEG, made once in ten seconds", async () => {
    const id = at(`${camera.url}?still`);
    const before = camera.asked.length;
    const [one, other] = await Promise.all([relay.still(id), relay.still(id)]);
    expect(one?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(other).toBe(one);
    expect(camera.asked.length - before).toBe(2);
  });
});

describe("a malicious or broken camera", () => {
  const refusals: readonly [page: string, code: string][] = [
    ["redirect.m3u8", "CAMERA_FORBIDDEN"],
    ["file.m3u8", "CAMERA_FORBIDDEN"],
    ["names-elsewhere.m3u8", "CAMERA_FORBIDDEN"],
    ["names-file.m3u8", "CAMERA_FORBIDDEN"],
    ["loop.m3u8", "CAMERA_UNREADABLE"],
    ["three-hops.m3u8", "CAMERA_UNREADABLE"],
    ["html.m3u8", "CAMERA_UNREADABLE"],
    ["missing.m3u8", "CAMERA_NO_STREAM"],
    ["declared-10gb.m3u8", "CAMERA_UNREADABLE"],
    ["endless.m3u8", "CAMERA_UNREADABLE"],
    ["bomb.m3u8", "CAMERA_UNREADABLE"],
    ["wide.m3u8", "CAMERA_UNREADABLE"],
    ["drm.m3u8", "CAMERA_UNREADABLE"],
    ["forbidden.m3u8", "CAMERA_REFUSES"],
    ["stalls.m3u8", "CAMERA_SILENT"],
    ["never.m3u8", "CAMERA_SILENT"],
  ];
  it.each(refusals)("%s: %s", async (page, code) => {
    const asked = code === "CAMERA_SILENT" ? impatient : relay;
    await expect(asked.file(at(`${camera.origin}/${page}`), "live.m3u8")).rejects.toMatchObject({ code });
  });

  it("is followed through two redirects, and requested no fourth time", async () => {
    expect(await text(at(`${camera.origin}/two-hops.m3u8`))).toContain("#EXTM3U");
    const before = camera.asked.length;
    await expect(text(at(`${camera.origin}/loop.m3u8?count`))).rejects.toMatchObject({
      code: "CAMERA_UNREADABLE",
    });
    expect(camera.asked.length - before).toBe(3);
  });

  it("is awaited for ten seconds at most, however steadily a playlist drips", async () => {
    const began = performance.now();
    await expect(text(at(`${camera.origin}/drips.m3u8`))).rejects.toMatchObject({ code: "CAMERA_SILENT" });
    const taken = performance.now() - began;
    expect(taken).toBeGreaterThan(9_500);
    expect(taken).toBeLessThan(13_000);
  });

  it.each(["html-segment.m3u8", "endless-segment.m3u8"])("%s: yields no file", async (page) => {
    const id = at(`${camera.origin}/${page}`);
    const name = names(await text(id))[0] ?? "";
    await expect(relay.file(id, name)).rejects.toMatchObject({ code: "CAMERA_UNREADABLE" });
  });

  it("reports a wrong password, and receives none at another machine's address", async () => {
    const wrong = at(`${camera.url}?wrong`, { username: "site-admin", password: "guess" });
    await expect(text(wrong)).rejects.toMatchObject({ code: "CAMERA_REFUSES" });
    const thief = await startHlsCamera();
    const lured = await startHlsCamera({ elsewhere: thief.origin });
    const id = at(`${lured.origin}/redirect.m3u8`);
    await expect(text(id)).rejects.toMatchObject({ code: "CAMERA_REFUSES" });
    expect(thief.refused).toEqual([{ path: "/live.m3u8", authorization: undefined }]);
    await Promise.all([thief.close(), lured.close()]);
  });

  it("is avoided for longer and longer after three failures, and played again once it recovers", async () => {
    const broken = await startHlsCamera();
    broken.mood = "refusing";
    const id = at(broken.url);
    for (let n = 0; n < 20; n += 1) await expect(text(id)).rejects.toMatchObject({ code: "CAMERA_REFUSES" });
    // Each failure causes two requests: the second with the password, and the answer to its challenge is the same.
    expect(broken.refused.length).toBeLessThanOrEqual(6);
    broken.mood = "well";
    await soon(async () => expect(await text(id)).toContain("#EXTM3U"));
    await broken.close();
  });
});

describe("an RTSP camera", () => {
  let rtsp: RtspCamera;
  beforeAll(async () => {
    rtsp = await startRtspCamera();
  });
  afterAll(() => rtsp.close());

  it("answers a digest challenge, is played as HLS, once for all viewers, and again after a disconnect", async () => {
    const id = at(rtsp.url);
    const masters = await Promise.all([text(id), text(id), text(id)]);
    expect(rtsp.connections()).toBe(1);
    expect(masters[0]).toMatch(/RESOLUTION=320x180,FRAME-RATE=\d+\.\d{3}/);
    const media = await text(id, names(masters[0] ?? "")[0]);
    const head = /URI="([^"]+)"/.exec(media)?.[1] ?? "";
    const parts = await Promise.all([head, ...names(media)].map((name) => relay.file(id, name)));
    const film = Buffer.concat(parts.map((part) => part?.bytes ?? Buffer.alloc(0)));
    expect(await plays(directory, film, "mp4")).toBe(true);
    for (const secret of ["127.0.0.1", "stream1", cameraUser.username, "s3cret"])
      expect(masters[0] + media).not.toContain(secret);

    const last = names(media).at(-1) ?? "";
    rtsp.drop();
    await soon(async () => {
      const later = await text(id, "whole.m3u8");
      expect(later).toContain("#EXT-X-DISCONTINUITY\n");
      expect(names(later)).not.toEqual([last]);
    });
    // On a busy machine the first new connection may be given up.
    expect(rtsp.connections()).toBeGreaterThan(1);
    await soon(() => expect(rtsp.playing()).toBe(1));
  });

  it("returns one picture without viewers, and is disconnected at once", async () => {
    const id = at(`${rtsp.url}?look`);
    const watching = rtsp.playing();
    const picture = await relay.still(id);
    expect(picture?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await soon(() => expect(rtsp.playing()).toBe(watching));
  });

  it("reports whether it refuses, has an unsupported codec or does not respond", async () => {
    const [h265, jpeg, silent] = await Promise.all([
      startRtspCamera({ codec: "H265" }),
      startRtspCamera({ codec: "JPEG" }),
      startRtspCamera({ hostile: "silence" }),
    ]);
    const look = (source: CameraSource, by = relay) => {
      const { feed, release } = by.feedFor(source);
      return feed.facts().finally(release);
    };
    await expect(look({ ...rtsp, password: "guess" })).rejects.toMatchObject({ code: "CAMERA_REFUSES" });
    await expect(look(h265)).rejects.toMatchObject({ code: "CAMERA_CODEC", values: { codec: "hevc" } });
    await expect(look(jpeg)).rejects.toMatchObject({ code: "CAMERA_CODEC", values: { codec: "jpeg" } });
    const wrongPath = { ...rtsp, url: rtsp.url.replace("stream1", "stream9") };
    await expect(look(wrongPath)).rejects.toMatchObject({ code: "CAMERA_NO_STREAM" });
    await expect(look(silent, impatient)).rejects.toMatchObject({ code: "CAMERA_SILENT" });
    await expect(look({ ...rtsp, url: "rtsp://10.9.9.9/stream" })).rejects.toMatchObject({
      code: "CAMERA_FORBIDDEN",
    });
    expect(await look(rtsp)).toMatchObject({
      width: 320,
      height: 180,
      codec: expect.stringMatching(/^avc1\./),
    });
    await Promise.all([h265.close(), jpeg.close(), silent.close()]);
  });

  it.each(["long-headers", "long-body", "noise"] as const)("ends with %s", async (hostile) => {
    const bad = await startRtspCamera({ hostile });
    const { feed, release } = relay.feedFor(bad);
    await expect(feed.facts()).rejects.toMatchObject({ code: "CAMERA_UNREADABLE" });
    release();
    await bad.close();
  });
});
