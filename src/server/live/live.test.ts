import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, type TestEngine, testEngine } from "#test/live/engine.ts";
import { decode, type Push, push } from "#test/live/push.ts";
import { createRecordings } from "./recording/recordings.ts";

let live: TestEngine;
const pushes: Push[] = [];
const send = (key: string, options?: Parameters<typeof push>[1]) => {
  const started = push(`rtmp://127.0.0.1:${live.port}/live/${key}`, options);
  pushes.push(started);
  return started;
};
const state = (code: string) => live.engine.status(code)?.state;
const becomes = (code: string, wanted: string, ms?: number) =>
  eventually(() => expect(state(code)).toBe(wanted), ms);
const seconds = (playlist: string) =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, length]) => sum + Number(length), 0);

beforeAll(async () => {
  live = await testEngine();
  // The process starts with the first channel.
  await live.arm("first", "first-key");
  await eventually(() => expect(state("first")).toBe("starting"));
});

afterAll(async () => {
  await Promise.all(pushes.map((each) => each.kill()));
  await live.close();
});

test.concurrent("an encoder whose pictures refer forward is played back picture by picture, with its sound and its signal data", async () => {
  await live.arm("forward", "forward-key");
  const sender = send("forward-key", { extra: ["-bf", "2", "-preset", "veryfast"], gop: 25 });
  await becomes("forward", "live");
  const playlist = await eventually(async () => {
    const text = await live.text("forward", "parts.m3u8");
    expect(seconds(text)).toBeGreaterThan(2.5);
    return text;
  });
  expect(playlist).toContain("CAN-BLOCK-RELOAD=YES");
  expect(playlist).toMatch(/#EXT-X-PART:DURATION=0\.32,URI="\d+\.0\.m4s",INDEPENDENT=YES/);
  expect(playlist).toContain("#EXT-X-PRELOAD-HINT:TYPE=PART");
  expect(await live.text("forward", "live.m3u8")).toMatch(
    /CODECS="avc1\.[0-9a-f]{6},mp4a\.40\.2",RESOLUTION=320x160/,
  );
  const signal = await eventually(() => {
    const found = live.engine.status("forward")?.signal;
    expect(found?.gop).toBe(1);
    return found;
  });
  expect(signal).toMatchObject({ width: 320, height: 160, hasAudio: true });
  await sender.kill();
  await becomes("forward", "interrupted");
  await live.engine.disarm("forward");
  const whole = await eventually(async () => {
    const text = await live.text("forward", "whole.m3u8");
    expect(text).toContain("ENDLIST");
    return text;
  });
  const { frames, errors } = await decode(live.file("forward", "calm.m3u8"));
  expect(errors).toBe("");
  expect(frames).toHaveLength(Math.round(seconds(whole) * 25));
  // Every picture is different, in display order.
  expect(new Set(frames.map((line) => line.split(",").at(-1))).size).toBe(frames.length);
  const shown = frames.map((line) => Number(line.split(",")[2]));
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
});

test.concurrent("the newest sender of a key takes over within a second, and the previous one is notified", async () => {
  await live.arm("taken", "taken-key");
  const first = send("taken-key");
  await becomes("taken", "live");
  await eventually(async () => expect(seconds(await live.text("taken", "whole.m3u8"))).toBeGreaterThan(1));
  const second = send("taken-key", { size: "640x320" });
  const { code } = await first.ended;
  expect(code).not.toBe(0);
  const playlist = await eventually(async () => {
    const text = await live.text("taken", "whole.m3u8");
    expect(text.split("#EXT-X-DISCONTINUITY\n")[1]).toContain("#EXTINF");
    return text;
  });
  expect(state("taken")).toBe("live");
  expect(
    live.events.filter((event) => event.code === "taken" && event.kind === "state").at(-1),
  ).toMatchObject({ state: "live" });
  const [before = "", after = ""] = playlist.split("#EXT-X-DISCONTINUITY\n");
  const times = [before, after].map((text) => Date.parse(/PROGRAM-DATE-TIME:(.*)/.exec(text)?.[1] ?? ""));
  const gap = ((times[1] ?? 0) - (times[0] ?? 0)) / 1000 - seconds(before);
  expect(gap).toBeLessThan(1);
  expect(gap).toBeGreaterThanOrEqual(-0.01);
  await second.kill();
});

test.concurrent("a silent sender is stale, then interrupted; when it returns, the same addresses continue", async () => {
  await live.arm("silent", "silent-key");
  const sender = send("silent-key");
  await becomes("silent", "live");
  const address = live.file("silent", "whole.m3u8");
  await eventually(async () => expect(seconds(await (await fetch(address)).text())).toBeGreaterThan(1));
  sender.child.kill("SIGSTOP");
  await becomes("silent", "stale");
  await becomes("silent", "interrupted");
  const kept = await (await fetch(address)).text();
  expect(seconds(kept)).toBeGreaterThan(1);
  expect(kept).not.toContain("ENDLIST");
  await sender.kill();
  const again = send("silent-key");
  await becomes("silent", "live");
  await eventually(async () =>
    expect(await (await fetch(address)).text()).toMatch(/DISCONTINUITY\n[\s\S]*EXTINF/),
  );
  await again.kill();
  await becomes("silent", "interrupted");
  await live.engine.disarm("silent");
  expect(live.engine.status("silent")).toBeNull();
  await eventually(async () => expect(await (await fetch(address)).text()).toContain("#EXT-X-ENDLIST"));
});

test.concurrent("a sender with unplayable video or audio is reported as such, with its frame rate", async () => {
  for (const name of ["sorenson", "mp3"]) await live.arm(name, `${name}-key`);
  const troubles = (code: string) =>
    live.events.flatMap((event) => (event.kind === "trouble" && event.code === code ? [event.trouble] : []));
  const sorenson = send("sorenson-key", { sound: false, extra: ["-c:v", "flv", "-pix_fmt", "yuv420p"] });
  const mp3 = send("mp3-key", { extra: ["-c:a", "libmp3lame", "-ar", "44100"] });
  await eventually(() => expect(troubles("sorenson")).toEqual(["video_codec"]));
  await eventually(() => expect(troubles("mp3")).toEqual(["audio_codec"]));
  await becomes("mp3", "live");
  expect(state("sorenson")).not.toBe("live");
  const master = await eventually(async () => {
    const text = await live.text("mp3", "calm.m3u8");
    expect(text).toContain("FRAME-RATE=");
    return text;
  });
  expect(Number(/FRAME-RATE=(\d+\.\d{3})/.exec(master)?.[1])).toBeCloseTo(25, 0);
  await Promise.all([sorenson.kill(), mp3.kill()]);
});

test.concurrent("a sender of 4:4:4 colour is recognized by its profile", async () => {
  await live.arm("rich", "rich-key");
  const rich = send("rich-key", { sound: false, extra: ["-pix_fmt", "yuv444p"] });
  await becomes("rich", "live");
  await eventually(() => expect(live.engine.status("rich")?.signal?.codec).toMatch(/^avc1\.f4/i));
  await rich.kill();
});

test.concurrent("a wrong key, an unknown app and a stopped channel are refused before any media is accepted", async () => {
  await live.arm("stopped", "stopped-key");
  await live.engine.disarm("stopped");
  for (const path of ["live/nobodys-key", "other/first-key", "live/stopped-key"]) {
    const { code, text } = await push(`rtmp://127.0.0.1:${live.port}/${path}`, { seconds: 5 }).ended;
    expect(code, path).not.toBe(0);
    expect(text, path).toMatch(path.startsWith("other") ? /unknown app/i : /is invalid|Unauthorized|error/i);
  }
  expect(state("first")).toBe("starting");
});

test.concurrent("senders of sound only and of pictures only are played", async () => {
  await live.arm("sound", "sound-key");
  await live.arm("mute", "mute-key");
  const senders = [send("sound-key", { picture: false }), send("mute-key", { sound: false })];
  await becomes("sound", "live");
  await becomes("mute", "live");
  expect(await live.text("sound", "live.m3u8")).toMatch(/CODECS="mp4a\.40\.2"/);
  expect(await live.text("mute", "live.m3u8")).toMatch(/CODECS="avc1\.[0-9a-f]{6}"/);
  await eventually(async () => expect(seconds(await live.text("sound", "whole.m3u8"))).toBeGreaterThan(1.9));
  await Promise.all(senders.map((each) => each.kill()));
});

test.concurrent("a token opens one channel for one viewer while it is valid, and nothing after it was revoked", async () => {
  await live.arm("door", "door-key");
  const sender = send("door-key");
  await becomes("door", "live");
  const status = async (address: string) => (await fetch(address)).status;
  const good = live.file("door", "parts.m3u8", "one");
  expect(await status(good)).toBe(200);
  expect(await status(good.replace("/door/", "/first/"))).toBe(404);
  // The last letter of base64url contains unused bits: "B" there would be the same token as "A".
  expect(
    await status(good.replace(/.\/parts/, (end) => `${end.startsWith("A") ? "Q" : "A"}${end.slice(1)}`)),
  ).toBe(404);
  expect(await status(live.file("door", "../../secret"))).toBe(404);
  const { hls } = live.engine.addresses("door", new Date(Date.now() - 1000), "late");
  expect(await status(`${live.origin}${hls}`)).toBe(403);
  // A viewer whose token expires meanwhile keeps watching.
  const ending = live.engine.addresses("door", new Date(Date.now() + 400), "slow").hls;
  expect(await status(`${live.origin}${ending}`)).toBe(200);
  await new Promise((resume) => setTimeout(resume, 500));
  expect(await status(`${live.origin}${ending}`)).toBe(200);
  await eventually(() => expect(live.engine.status("door")?.viewers).toBe(2));
  await new Promise((resume) => setTimeout(resume, 5));
  await live.engine.revoke("door", new Date());
  await eventually(async () => expect(await status(good)).toBe(403));
  expect(await status(live.file("door", "parts.m3u8", "one"))).toBe(200);
  await sender.kill();
});

test.concurrent("a port held by another process is reported and retried; everything else continues", async () => {
  const second = await testEngine({ port: live.port });
  try {
    await second.arm("other", "other-key");
    await eventually(() => expect(second.engine.problem).toContain("EADDRINUSE"));
    // States are reported by the process that senders reach.
    expect(second.events).toEqual([]);
    expect(second.engine.browserSocket("other").socket).toMatch(/send$/);
    expect(live.engine.problem).toBeNull();
  } finally {
    await second.close();
  }
});

test("a recording is one video of everything received, also after the media process was killed, and senders reconnect", async () => {
  await live.arm("kept", "kept-key", true);
  const sender = send("kept-key", { gop: 25 });
  await becomes("kept", "live");
  const begun = await eventually(() => {
    const found = live.events.findLast((event) => event.kind === "recording" && event.code === "kept");
    if (found?.kind !== "recording") throw new Error("nothing is kept");
    return found;
  });
  expect(begun).toMatchObject({ endedAt: null, width: 320, height: 160 });
  await new Promise((resume) => setTimeout(resume, 2200));
  process.kill(live.engine.pid ?? 0, "SIGKILL");
  await sender.ended;
  const ended = await eventually(() => {
    const found = live.events.findLast((event) => event.kind === "recording" && event.code === "kept");
    if (found?.kind !== "recording" || found.endedAt === null) throw new Error("it is open");
    return found;
  });
  expect(ended.seconds).toBeGreaterThan(1.9);
  expect(state("kept")).toBe("interrupted");
  for (let isBack = false; !isBack; ) {
    send("kept-key");
    isBack = await becomes("kept", "live", 2000).then(
      () => true,
      () => false,
    );
  }
  const recordings = createRecordings(live.dataDir);
  const target = join(live.dataDir, "film.mp4");
  await recordings.writeFile(ended.folder, target);
  const { frames, errors } = await decode(target);
  expect(errors).toBe("");
  expect(frames).toHaveLength(Math.round(ended.seconds * 25));
  await recordings.remove(ended.folder);
  await expect(recordings.writeFile(ended.folder, target)).rejects.toThrow();
  await rm(target);
});

test("the media process ends some time after its last channel, and a new channel starts another one", async () => {
  const own = await testEngine({}, undefined, 50);
  try {
    await own.arm("short", "short-key");
    const first = own.engine.pid;
    expect(first).toBeGreaterThan(0);
    await own.engine.disarm("short");
    await eventually(() => expect(own.engine.pid).toBeUndefined());
    await own.arm("next", "next-key");
    await eventually(() => expect(own.engine.status("next")?.state).toBe("starting"));
    expect(own.engine.pid).not.toBe(first);
  } finally {
    await own.close();
  }
});
