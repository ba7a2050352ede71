import { expect, test } from "vitest";
import { createPackager, type Packager, respond } from "./index.ts";
import type { AudioConfig, VideoConfig } from "./media.ts";

const video: VideoConfig = {
  kind: "video",
  codec: "avc",
  description: Buffer.from(
    "0142c00cffe100166742c00cda05056c0440000003004000000c83c50aa801000468ce0fc8",
    "hex",
  ),
  name: "avc1.42c00c",
  width: 320,
  height: 160,
};
const audio: AudioConfig = {
  kind: "audio",
  codec: "aac",
  description: Buffer.from([0x11, 0x88]),
  name: "mp4a.40.2",
  sampleRate: 48_000,
  channels: 1,
};

const start = 1_800_000_000_000;
interface Studio {
  readonly packager: Packager;
  /** Sends the given seconds of 25 pictures each, with a key frame every `gop`. */
  film(seconds: number, gop?: number, bytes?: number): void;
  sound(seconds: number, shift?: number): void;
  wait(ms: number): void;
}

function studio(options: Parameters<typeof createPackager>[0] = {}): Studio {
  let clock = start;
  let pictures = 0;
  let packets = 0;
  /** Pictures since the last key frame. */
  let since = Number.POSITIVE_INFINITY;
  const packager = createPackager({ now: () => clock, ...options });
  return {
    packager,
    film(seconds, gop = 25, bytes = 100) {
      for (let n = 0; n < seconds * 25; n += 1) {
        const isKey = since >= gop;
        since = isKey ? 1 : since + 1;
        packager.write({
          track: "video",
          data: Buffer.alloc(bytes, n),
          dts: pictures * 40_000,
          cts: 0,
          isKey,
        });
        pictures += 1;
        clock += 40;
      }
    },
    sound(seconds, shift = 0) {
      for (let n = 0; n < (seconds * 48_000) / 1024; n += 1) {
        const dts = Math.round((packets * 1024) / 48) * 1000 + shift;
        packager.write({ track: "audio", data: Buffer.alloc(40, n), dts, cts: 0, isKey: true });
        packets += 1;
      }
    },
    wait(ms) {
      clock += ms;
      since = Number.POSITIVE_INFINITY;
    },
  };
}
const mute = (options?: Parameters<typeof createPackager>[0]) => {
  const made = studio(options);
  made.packager.configure(video);
  return made;
};
const get = async (packager: Packager, name: string, query = "") => {
  const { status, body } = await respond(packager, name, new URLSearchParams(query));
  return { status, text: typeof body === "string" ? body : Buffer.concat(body).toString("latin1") };
};
const parts = async (packager: Packager, query?: string) => (await get(packager, "parts.m3u8", query)).text;
const number = (playlist: string, tag: string) =>
  Number(new RegExp(`#EXT-X-${tag}:(\\d+)`).exec(playlist)?.[1]);

test("segments begin with key frames, last a second at least, and are cut into parts of a third", () => {
  const { packager, film } = mute();
  film(4.04, 50);
  const complete = packager.window.segments.filter(({ isComplete }) => isComplete);
  expect(complete.map(({ seconds }) => seconds)).toEqual([2, 2]);
  for (const { parts: cut } of complete) {
    expect(cut.map(({ seconds }) => Math.round(seconds * 100) / 100)).toEqual([
      0.32, 0.32, 0.32, 0.32, 0.32, 0.32, 0.08,
    ]);
    expect(cut.map(({ isIndependent }) => isIndependent)).toEqual([
      true,
      ...Array.from({ length: 6 }, () => false),
    ]);
  }
  const fast = mute();
  fast.film(4.04, 10);
  expect(
    fast.packager.window.segments.filter(({ isComplete }) => isComplete).map(({ seconds }) => seconds),
  ).toEqual([1.2, 1.2, 1.2]);
});

test("a sender without key frames, or with huge ones, is still cut, and memory stays within its limit", () => {
  const rare = mute();
  rare.film(20, 1000);
  expect(rare.packager.window.segments.map(({ seconds }) => Math.round(seconds))).toEqual([8, 8, 4]);
  const huge = mute({ bytes: 3e6 });
  huge.film(20, 50, 40_000);
  expect(huge.packager.window.bytes).toBeLessThan(4.5e6);
  expect(huge.packager.window.segments.length).toBeGreaterThanOrEqual(2);
});

test("numbers follow the clock, so that those of a restarted process are never behind the previous ones", async () => {
  const first = mute();
  first.film(30, 25);
  const before = number(await parts(first.packager), "MEDIA-SEQUENCE");
  const second = studio({ now: () => start + 32_000 });
  second.packager.configure(video);
  second.film(1.2);
  expect(number(await parts(second.packager), "MEDIA-SEQUENCE")).toBeGreaterThan(before + 6);
});

test("a break stays with its segment and is counted once that segment has left", async () => {
  const { packager, film, wait } = mute();
  film(2.04);
  const base = number(await parts(packager), "DISCONTINUITY-SEQUENCE");
  // hls.js walks a list of that length with every playlist.
  expect(base).toBeLessThan(1_000_000);
  packager.interrupt();
  wait(5000);
  packager.configure(video);
  let seen = 0;
  for (let n = 0; n < 9; n += 1) {
    film(1.04, 26);
    const playlist = await parts(packager);
    const inside = playlist.split("#EXT-X-DISCONTINUITY\n").length - 1;
    expect(number(playlist, "DISCONTINUITY-SEQUENCE") - base + inside).toBe(1);
    if (inside === 0) seen += 1;
  }
  expect(seen).toBeGreaterThan(0);
});

test("times continue from the end of the previous sender, by this machine's clock", async () => {
  const { packager, film, wait } = mute();
  film(2);
  packager.interrupt();
  wait(3000);
  packager.configure(video);
  film(1.04);
  const [first, , after] = packager.window.segments;
  expect(first?.startsAt.getTime()).toBe(start + 500 - 500);
  expect(Math.abs((after?.startsAt.getTime() ?? 0) - (start + 5000))).toBeLessThan(600);
  expect(packager.window.segments.map(({ isBreak }) => isBreak)).toEqual([false, false, true]);
});

test("a request for an upcoming part is answered when the part exists, and with an error when it cannot come", async () => {
  const { packager, film } = mute();
  film(1.5, 50);
  const { number: open = 0 } = packager.window.segments.at(-1) ?? {};
  const have = packager.window.segments.at(-1)?.parts.length ?? 0;
  expect(await parts(packager)).toContain(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${open}.${have}.m4s"`);
  let isAnswered = false;
  const waiting = Promise.all([
    parts(packager, `_HLS_msn=${open}&_HLS_part=${have}`),
    get(packager, `${open}.${have}.m4s`),
  ]).then((answers) => {
    isAnswered = true;
    return answers;
  });
  await new Promise((resume) => setTimeout(resume, 20));
  expect(isAnswered).toBe(false);
  film(0.4, 50);
  const [playlist, part] = await waiting;
  expect(playlist).toContain(`${open}.${have}.m4s",INDEPENDENT`.slice(0, -13));
  expect(part.status).toBe(200);
  expect(part.text.slice(4, 8)).toBe("moof");
  expect((await get(packager, "parts.m3u8", `_HLS_msn=${open + 5}`)).status).toBe(400);
  const hinted = get(packager, `${open}.${have + 9}.m4s`);
  expect((await hinted).status).toBe(404);
  const next = get(packager, `${open + 1}.0.m4s`);
  packager.end();
  expect((await next).status).toBe(404);
  expect(await parts(packager)).toContain("#EXT-X-ENDLIST");
  expect(await parts(packager)).not.toContain("PRELOAD-HINT");
  for (const odd of ["../x", "1e9.m4s", "init1.mp4", "-1.m4s", "99999999999999.m4s", ""])
    expect((await get(packager, odd)).status, odd).toBe(404);
});

test("sound follows its own packets, and a sender's clock only when that is far off", () => {
  const { packager, film, sound } = studio();
  packager.configure(audio);
  packager.configure(video);
  film(0.04, 50);
  sound(2);
  film(2.04, 50);
  const first = packager.window.segments[0]?.parts[0]?.bytes.toString("latin1") ?? "";
  expect(first.split("traf")).toHaveLength(3);
  const late = studio();
  late.packager.configure(audio);
  late.sound(3);
  late.sound(3, 400_000);
  late.packager.end();
  const all = late.packager.window.segments.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(all).toBeCloseTo(6.4, 1);
});

test("a clock jump, or another size, starts a new run without an end", async () => {
  const { packager, film } = mute();
  film(1.2);
  packager.write({ track: "video", data: Buffer.alloc(9), dts: 9e12, cts: 0, isKey: true });
  for (let n = 1; n < 40; n += 1)
    packager.write({
      track: "video",
      data: Buffer.alloc(9),
      dts: 9e12 + n * 40_000,
      cts: 0,
      isKey: n % 25 === 0,
    });
  expect(await parts(packager)).toContain("#EXT-X-DISCONTINUITY\n");
  const heads = () => new Set(packager.window.segments.map(({ head }) => head.number)).size;
  expect(heads()).toBe(1);
  packager.configure({ ...video, description: Buffer.concat([video.description, Buffer.from([0])]) });
  for (let n = 0; n < 40; n += 1)
    packager.write({
      track: "video",
      data: Buffer.alloc(9),
      dts: 9e12 + (40 + n) * 40_000,
      cts: 0,
      isKey: n % 25 === 0,
    });
  expect(heads()).toBe(2);
  expect((await parts(packager)).match(/#EXT-X-MAP/g)).toHaveLength(2);
});
