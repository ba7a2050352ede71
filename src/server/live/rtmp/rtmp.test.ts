import { afterAll, beforeAll, expect, test } from "vitest";
import { everyCase } from "#test/every-case.ts";
import {
  connectCommand,
  createStream,
  goodBye,
  HELLO,
  honestSession,
  publishCommand,
  talk,
} from "#test/live/rtmp-client.ts";
import { soon } from "#test/soon.ts";
import type { AccessUnit, TrackConfig } from "../packager/index.ts";
import { readAmf, writeAmf } from "./amf.ts";
import { ChunkReader, ProtocolError, writeMessage } from "./chunks.ts";
import { readVideo } from "./flv.ts";
import { listenRtmp, serverLimits } from "./server.ts";

const taken: { configs: TrackConfig[]; units: AccessUnit[]; ended: number } = {
  configs: [],
  units: [],
  ended: 0,
};
const asked: string[] = [];
let server: { port: number; close(): Promise<void> };

const listen = (refusals: number) =>
  listenRtmp({
    refusals,
    host: "127.0.0.1",
    port: 0,
    apps: ["live"],
    perAddress: 400,
    async authorize({ key }) {
      asked.push(key);
      await new Promise((resume) => setTimeout(resume, 1));
      if (key !== "good") return { refusal: "not good" };
      return {
        publisher: {
          onTag(tag) {
            if (tag.kind === "config") taken.configs.push(tag.config);
            if (tag.kind === "unit") taken.units.push(tag.unit);
          },
          onEnd: () => void (taken.ended += 1),
        },
      };
    },
    onProblem: () => undefined,
  });

beforeAll(async () => {
  server = await listen(Number.POSITIVE_INFINITY);
});
afterAll(() => server.close());

/** Deterministic (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("a valid sender is admitted after its key was checked, and media sent meanwhile is kept", async () => {
  const { said } = await talk(server.port, Buffer.concat(honestSession("good")), 2500);
  expect(said.map(({ name }) => name)).toEqual(["_result", "_result", "_result", "_result", "onStatus"]);
  expect(said.at(-1)?.values).toContainEqual(expect.objectContaining({ code: "NetStream.Publish.Start" }));
  expect(taken.configs).toMatchObject([
    { codec: "avc", width: 320, height: 160, name: "avc1.42c00c" },
    { codec: "aac", sampleRate: 48_000, channels: 1 },
  ]);
  expect(taken.units.filter(({ track }) => track === "video").map(({ dts }) => dts)).toEqual(
    Array.from({ length: 12 }, (_, at) => at * 40_000),
  );
  await soon(() => expect(taken.ended).toBe(1));
});

test("a refused sender gets the reason and is disconnected, before any of its pictures are accepted", async () => {
  const before = taken.units.length;
  const { said, isClosed } = await talk(server.port, Buffer.concat(honestSession("wrong")));
  expect(isClosed).toBe(true);
  expect(said.at(-1)).toMatchObject({ name: "onStatus" });
  expect(said.at(-1)?.values).toContainEqual(
    expect.objectContaining({ level: "error", code: "NetStream.Publish.Unauthorized" }),
  );
  expect(taken.units).toHaveLength(before);
});

test("packets that crash other servers end one connection here", async () => {
  const good = connectCommand({ app: "live", tcUrl: "rtmp://localhost/live" });
  const harmless = "an address that is none";
  const attacks: Record<string, Buffer[]> = {
    [harmless]: [HELLO, connectCommand({ app: "live", tcUrl: "notaurl" })],
    "connect with nothing": [HELLO, connectCommand(null)],
    "publish without a name": [HELLO, good, createStream(), publishCommand()],
    "publish before connect": [HELLO, publishCommand("good")],
    "a message of 16 MB": [HELLO, Buffer.from([3, 0, 0, 0, 0xff, 0xff, 0xff, 20, 0, 0, 0, 0])],
    "chunk of an unknown chunk stream": [HELLO, Buffer.from([0xc9, 1, 2, 3])],
    "invalid chunk size": [HELLO, writeMessage(2, 1, 0, Buffer.alloc(4))],
    "seventeen chunk streams": [
      HELLO,
      ...Array.from({ length: 17 }, (_, n) => writeMessage(3 + n, 3, 0, Buffer.alloc(4))),
    ],
    "another protocol": [Buffer.from("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")],
    "eight megabytes before a name": [HELLO, Buffer.alloc(8e6, writeMessage(3, 18, 0, Buffer.alloc(10_000)))],
    "values within values": [
      HELLO,
      writeMessage(
        3,
        20,
        0,
        Buffer.concat([writeAmf("connect", 1), Buffer.alloc(15_000, Buffer.from([3, 0, 1, 97]))]),
      ),
    ],
  };
  const before = taken.units.length;
  const results = await Promise.all(
    Object.entries(attacks).map(async ([name, bytes]) => ({
      name,
      // The one that stays open is given up early.
      ...(await talk(server.port, Buffer.concat(bytes), name === harmless ? 1500 : 60_000)),
    })),
  );
  for (const { name, isClosed } of results) if (name !== harmless) expect(isClosed, name).toBe(true);
  expect(taken.units).toHaveLength(before);
  const { said } = await talk(server.port, Buffer.concat(honestSession("good")), 400);
  expect(said.at(-1)?.values).toContainEqual(expect.objectContaining({ code: "NetStream.Publish.Start" }));
});

test("two thousand sessions with bytes changed, dropped, doubled and cut end at most themselves", async () => {
  const random = generator(7);
  const session = Buffer.concat([...honestSession("good"), goodBye()]);
  const memory = process.memoryUsage.rss();
  const mutated = () => {
    const bytes = Buffer.from(session);
    const changes = 1 + Math.floor(random() * 8);
    // Half of them after the handshake, where there are messages to parse.
    for (let n = 0; n < changes; n += 1) {
      const from = random() < 0.95 ? HELLO.length : 0;
      bytes[from + Math.floor(random() * (bytes.length - from))] = Math.floor(random() * 256);
    }
    const at = HELLO.length + Math.floor(random() * (bytes.length - HELLO.length));
    const kind = random();
    if (kind < 0.2) return bytes.subarray(0, at);
    if (kind < 0.4)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + Math.floor(random() * 40))]);
    if (kind < 0.6)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(HELLO.length, at - 60))]);
    return bytes;
  };
  const rounds = everyCase ? 20 : 4;
  for (let round = 0; round < rounds; round += 1)
    await Promise.all(Array.from({ length: 100 }, () => talk(server.port, mutated(), 250)));
  expect(process.memoryUsage.rss() - memory).toBeLessThan(150e6);
  expect(asked.filter((key) => key === "good").length).toBeGreaterThan(rounds);
});

test("an address whose keys were refused too often is ignored for a while", async () => {
  const strict = await listen(serverLimits.refusals);
  const wrong = Buffer.concat(honestSession("guess"));
  const guesses = () => asked.filter((key) => key === "guess").length;
  for (let n = 0; n < serverLimits.refusals + 3; n += 1) await talk(strict.port, wrong, 500);
  expect(guesses()).toBe(serverLimits.refusals);
  const { isClosed, said } = await talk(strict.port, Buffer.concat(honestSession("good")), 500);
  await strict.close();
  expect({ isClosed, said }).toEqual({ isClosed: true, said: [] });
});

test("messages are assembled from chunks of any size, byte by byte, with times longer than three bytes", () => {
  const body = Buffer.alloc(9000, 5);
  const extended = Buffer.concat([
    Buffer.from([6, 0xff, 0xff, 0xff, 0, 0, 200, 9, 1, 0, 0, 0, 0x01, 0x02, 0x03, 0x04]),
    body.subarray(0, 128),
    Buffer.from([0xc6, 0x01, 0x02, 0x03, 0x04]),
    body.subarray(0, 72),
  ]);
  const size = Buffer.from([2, 0, 0, 0, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 16, 0]);
  const bytes = Buffer.concat([extended, size, writeMessage(4, 8, 1, body)]);
  const reader = new ChunkReader({ message: 10_000, streams: 4 });
  const messages = [...bytes].flatMap((byte) => [...reader.read(Buffer.from([byte]))]);
  expect(messages.map(({ type, time, body: { length } }) => ({ type, time, length }))).toEqual([
    { type: 9, time: 0x01020304, length: 200 },
    { type: 1, time: 0, length: 4 },
    { type: 8, time: 0, length: 9000 },
  ]);
  expect(() => [...reader.read(writeMessage(4, 8, 1, Buffer.alloc(10_001)))]).toThrow(ProtocolError);
});

test("unreadable parts of a command are skipped, and property names have no special meaning", () => {
  const written = writeAmf("publish", 4, null, { app: "live", deep: { list: [1, true, undefined] } }, "key");
  expect(readAmf(written)).toEqual([
    "publish",
    4,
    null,
    { app: "live", deep: { list: [1, true, undefined] } },
    "key",
  ]);
  expect(readAmf(written.subarray(0, written.length - 2))).toHaveLength(4);
  const [object] = readAmf(writeAmf(JSON.parse('{"__proto__":{"polluted":true}}')));
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  expect(Object.getPrototypeOf(object)).toBeNull();
});

test("FourCCs of Enhanced RTMP identify H.265 and AV1; codecs that browsers cannot play are reported and skipped", () => {
  const hvcc = Buffer.from(
    "0101600000009000000000003cf000fcfdf8f800000f03a00001001840010c01ffff01600000030090000003000003003c959809a10001002a42010101600000030090000003000003003ca00a080a165959a4932bc05a020000030002000003003210a2000100074401c172b46240",
    "hex",
  );
  const head = (kind: number, codec: string) =>
    Buffer.concat([Buffer.from([0x90 | kind]), Buffer.from(codec)]);
  expect(readVideo(Buffer.concat([head(0, "hvc1"), hvcc]), 0)).toMatchObject({
    kind: "config",
    config: { codec: "hevc", name: "hvc1.1.6.L60.90", width: 320, height: 160 },
  });
  const av1 = Buffer.from("81000c000a0b000000043cfe7c02f80040", "hex");
  const read = readVideo(Buffer.concat([head(0, "av01"), av1]), 0);
  expect(read).toMatchObject({
    kind: "config",
    config: { codec: "av1", name: "av01.0.00M.08", width: 320, height: 160 },
  });
  expect(readVideo(Buffer.concat([head(1, "hvc1"), Buffer.from([0, 0, 40, 1, 2, 3])]), 7000)).toMatchObject({
    kind: "unit",
    unit: { dts: 7000, cts: 40_000, isKey: true },
  });
  expect(readVideo(Buffer.concat([head(0, "vp09"), Buffer.alloc(8)]), 0)).toEqual({
    kind: "unknown",
    track: "video",
    codec: "vp09",
  });
  expect(readVideo(Buffer.from([0x12, 1, 2, 3, 4, 5]), 0)).toEqual({
    kind: "unknown",
    track: "video",
    codec: "flv 2",
  });
  expect(readVideo(Buffer.from([0x17, 0, 0, 0, 0, 1, 2, 3]), 0)).toEqual({ kind: "nothing" });
});
