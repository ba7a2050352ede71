import { execFile } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { eventually, type TestEngine, testEngine } from "#test/live/engine.ts";
import { decode, ffmpegPath } from "#test/live/push.ts";
import { audioConfigFrame, audioFrame, videoConfigFrame, videoFrame } from "#web/lib/live-frames.ts";

const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
let live: TestEngine;
/** Three seconds of pictures in Annex B, one buffer per picture. */
let pictures: Buffer[] = [];

beforeAll(async () => {
  live = await testEngine({ port: 0, recordSeconds: 5 });
  const { stdout } = await promisify(execFile)(
    ffmpegPath,
    "-loglevel error -f lavfi -i testsrc=size=320x160:rate=25 -t 3 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 25 -bf 0 -bsf:v h264_metadata=aud=insert -f h264 -".split(
      " ",
    ),
    { encoding: "buffer", maxBuffer: 8e6 },
  );
  const mark = Buffer.from([0, 0, 0, 1, 9]);
  for (let at = 0; at >= 0; ) {
    const next = stdout.indexOf(mark, at + 1);
    pictures.push(stdout.subarray(at, next < 0 ? undefined : next));
    at = next;
  }
});
afterAll(() => live.close());

interface Heard {
  readonly socket: WebSocket;
  readonly texts: Record<string, unknown>[];
  readonly binaries: Buffer[];
  closed: boolean;
}

async function open(path: string, headers: Record<string, string> = {}): Promise<Heard> {
  const socket = new WebSocket(live.origin.replace("http", "ws") + path, { headers });
  const heard: Heard = { socket, texts: [], binaries: [], closed: false };
  socket.on("message", (data, isBinary) => {
    if (!Buffer.isBuffer(data)) return;
    if (isBinary) heard.binaries.push(data);
    else heard.texts.push(JSON.parse(data.toString()) as Record<string, unknown>);
  });
  socket.on("close", () => {
    heard.closed = true;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return heard;
}

const chunk = (bytes: Buffer, timestamp: number, type: "key" | "delta") => ({
  type,
  timestamp,
  byteLength: bytes.length,
  copyTo: (to: ArrayBufferLike | ArrayBufferView) => {
    const view = ArrayBuffer.isView(to) ? to : new Uint8Array(to);
    new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes);
  },
});

async function sender(code: string): Promise<Heard> {
  // The media process may still be starting.
  const heard = await eventually(() => open(live.engine.browserSocket(code).socket));
  await eventually(() => expect(heard.texts).toEqual([{ kind: "ready" }]));
  heard.socket.send(videoConfigFrame({ width: 320, height: 160 }));
  return heard;
}

/** Sends the three seconds again, shifted by `round`. */
function film({ socket }: Heard, round = 0, sound = false): void {
  for (const [at, picture] of pictures.entries()) {
    const time = (round * pictures.length + at) * 40_000;
    socket.send(videoFrame(chunk(picture, time, at % 25 === 0 ? "key" : "delta")));
    if (!sound) continue;
    socket.send(audioFrame(chunk(SILENCE, time, "key")));
    socket.send(audioFrame(chunk(SILENCE, time + 20_000, "key")));
  }
}

test("a browser sends its camera by a socket, and another browser sees it at once and as a playlist", async () => {
  await live.arm("camera", "camera-key");
  const camera = await sender("camera");
  camera.socket.send(audioConfigFrame({ codec: "opus", channels: 1, sampleRate: 48_000 }));
  const { instant } = live.engine.addresses("camera", new Date(Date.now() + 60_000), "eye");
  const viewer = await open(instant);
  film(camera, 0, true);
  await eventually(() => expect(viewer.binaries.length).toBeGreaterThan(6));
  expect(viewer.texts).toEqual([
    {
      kind: "head",
      mime: expect.stringMatching(/^video\/mp4; codecs="avc1\.[0-9a-f]{6},opus"$/),
      width: 320,
      height: 160,
    },
  ]);
  // A later viewer also begins with a key frame.
  const late = await open(live.engine.addresses("camera", new Date(Date.now() + 60_000), "late").instant);
  film(camera, 1, true);
  await eventually(() => expect(late.binaries.length).toBeGreaterThan(5));
  await eventually(() => expect(live.engine.status("camera")?.viewers).toBe(2));
  expect(live.engine.status("camera")).toMatchObject({ signal: { hasAudio: true, width: 320 } });
  await live.engine.disarm("camera");
  await eventually(() => expect([camera.closed, viewer.closed, late.closed]).toEqual([true, true, true]));
  expect(camera.texts.at(-1)).toEqual({ kind: "end", reason: "stopped" });
  for (const { binaries } of [viewer, late]) {
    const file = join(live.dataDir, "instant.mp4");
    await writeFile(file, Buffer.concat(binaries));
    const { frames, errors } = await decode(file);
    expect(errors).toBe("");
    expect(frames.length).toBeGreaterThan(40);
  }
  const { frames, errors } = await decode(live.file("camera", "calm.m3u8"));
  expect(errors).toBe("");
  expect(frames).toHaveLength(150);
});

test("sockets open with a token of their own, from our own pages, for started channels", async () => {
  await live.arm("guarded", "guarded-key");
  await sender("guarded");
  const watch = live.engine.addresses("guarded", new Date(Date.now() + 60_000)).instant;
  const { socket } = live.engine.browserSocket("guarded");
  await expect(open(watch.replace(/watch$/, "send"))).rejects.toThrow("403");
  await expect(open(socket.replace(/send$/, "watch"))).rejects.toThrow("403");
  await expect(open(socket.replace("/guarded/", "/camera/"))).rejects.toThrow("403");
  await expect(open(socket, { origin: "https://elsewhere.example" })).rejects.toThrow("403");
  await expect(open("/nowhere")).rejects.toThrow("404");
  const foreign = await open(socket);
  foreign.socket.send(Buffer.alloc(40, 9));
  await eventually(() => expect(foreign.texts.at(-1)).toEqual({ kind: "end", reason: "refused" }));
  await live.engine.disarm("guarded");
  await expect(open(socket)).rejects.toThrow("403");
});

test("a viewer with a slow connection skips to the next key frame, and no one waits for it", async () => {
  await live.arm("slow", "slow-key");
  const camera = await sender("slow");
  camera.socket.send(audioConfigFrame({ codec: "opus", channels: 1, sampleRate: 48_000 }));
  const { instant } = live.engine.addresses("slow", new Date(Date.now() + 60_000));
  const slow = await open(instant);
  const quick = await open(instant);
  slow.socket.pause();
  const filler = Buffer.concat([Buffer.from([0, 0, 0, 1, 12]), Buffer.alloc(60_000, 0xff)]);
  const thin = pictures;
  const received = () => quick.binaries.reduce((sum, { length }) => sum + length, 0);
  pictures = thin.slice(0, 25).map((picture) => Buffer.concat([picture, filler]));
  const size = pictures.reduce((sum, { length }) => sum + length, 0);
  // 90 MB: the kernel's buffers of the two connections between the media server and a viewer grow up to 37 MB each
  // (Linux defaults, and only on a busy machine).
  for (let second = 0; second < 60; second += 1) {
    film(camera, second);
    // The difference is an incomplete part.
    await eventually(() => expect(received()).toBeGreaterThan(second * size - 1e6));
  }
  pictures = thin;
  expect(quick.texts.filter(({ kind }) => kind === "gap")).toEqual([]);
  slow.socket.resume();
  // Three seconds each, after the sixty.
  let rounds = 20;
  await eventually(() => {
    rounds += 1;
    film(camera, rounds);
    expect(slow.texts).toContainEqual({ kind: "gap" });
  });
  expect(Buffer.concat(slow.binaries).length).toBeLessThan(received() * 0.9);
  await live.engine.disarm("slow");
});

test("a recording ends after its time limit, or when the disk reaches its reserve; the stream continues", async () => {
  await live.arm("long", "long-key", true);
  const camera = await sender("long");
  for (let round = 0; round < 3; round += 1) film(camera, round);
  const ended = await eventually(() => {
    const found = live.events.findLast((event) => event.kind === "recording" && event.code === "long");
    expect(found).toMatchObject({ problem: "too_long", endedAt: expect.any(Date) });
    return found;
  });
  expect(ended?.kind === "recording" && ended.seconds).toBeGreaterThanOrEqual(5);
  expect(live.engine.status("long")?.state).toBe("live");
  camera.socket.terminate();
  await live.engine.disarm("long");
  const full = await testEngine({ port: 0, floorBytes: Number.MAX_SAFE_INTEGER });
  try {
    const before = live;
    live = full;
    await full.arm("full", "full-key", true);
    const other = await sender("full");
    film(other);
    await eventually(async () => expect(await full.text("full", "whole.m3u8")).toContain("#EXTINF"));
    await eventually(() => expect(full.engine.status("full")?.state).toBe("live"));
    expect(await readdir(join(full.dataDir, "live"))).toEqual([]);
    expect(full.events.filter(({ kind }) => kind === "recording")).toEqual([]);
    live = before;
  } finally {
    await full.close();
  }
});
