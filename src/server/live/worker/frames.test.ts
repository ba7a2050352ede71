import { expect, test } from "vitest";
import {
  audioConfigFrame,
  audioFrame,
  type Chunk,
  videoConfigFrame,
  videoFrame,
} from "#web/lib/live-frames.ts";
import type { AccessUnit, TrackConfig } from "../packager/index.ts";
import { FrameReader, unitsOf, withLengths } from "./frames.ts";

const avcc = Buffer.from("0142c00cffe100166742c00cda05056c0440000003004000000c83c50aa801000468ce0fc8", "hex");
const sps = avcc.subarray(8, 30);
const pps = avcc.subarray(33);

function chunk(bytes: Buffer, timestamp: number, type: Chunk["type"] = "delta"): Chunk {
  return {
    type,
    timestamp,
    byteLength: bytes.length,
    copyTo: (destination) => {
      const view = ArrayBuffer.isView(destination) ? destination : new Uint8Array(destination);
      new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(bytes);
    },
  };
}

function reader() {
  const configs: TrackConfig[] = [];
  const units: AccessUnit[] = [];
  const frames = new FrameReader({
    configure: (config) => void configs.push(config),
    write: (unit) => void units.push(unit),
  });
  return { configs, units, read: (frame: Uint8Array) => frames.read(Buffer.from(frame)) };
}

test("frames written by a browser are read by the server: pictures with their description, and sound", () => {
  const { configs, units, read } = reader();
  read(videoConfigFrame({ width: 320, height: 160, description: new Uint8Array(avcc) }));
  read(audioConfigFrame({ codec: "opus", channels: 1, sampleRate: 48_000 }));
  read(
    audioConfigFrame({
      codec: "aac",
      channels: 1,
      sampleRate: 48_000,
      description: new Uint8Array([0x11, 0x88]),
    }),
  );
  read(videoFrame(chunk(Buffer.from([0, 0, 0, 2, 0x65, 1]), 1_234_567_890_123, "key")));
  read(videoFrame(chunk(Buffer.from([0, 0, 0, 2, 0x41, 2]), 1_234_567_930_123)));
  read(audioFrame(chunk(Buffer.from([9, 9]), 77, "key")));
  expect(configs).toMatchObject([
    { kind: "video", name: "avc1.42c00c", width: 320, height: 160, description: avcc },
    { codec: "opus", channels: 1, sampleRate: 48_000 },
    { codec: "aac", channels: 1, sampleRate: 48_000 },
  ]);
  expect(units).toEqual([
    { track: "video", data: Buffer.from([0, 0, 0, 2, 0x65, 1]), dts: 1_234_567_890_123, cts: 0, isKey: true },
    {
      track: "video",
      data: Buffer.from([0, 0, 0, 2, 0x41, 2]),
      dts: 1_234_567_930_123,
      cts: 0,
      isKey: false,
    },
    { track: "audio", data: Buffer.from([9, 9]), dts: 77, cts: 0, isKey: true },
  ]);
});

test("pictures in Annex B carry their own description and are written with lengths", () => {
  const { configs, units, read } = reader();
  const code = Buffer.from([0, 0, 0, 1]);
  const key = Buffer.concat([
    code,
    Buffer.from([9, 16]),
    code,
    sps,
    code,
    pps,
    code,
    Buffer.from([0x65, 5, 6]),
  ]);
  read(videoConfigFrame({ width: 320, height: 160 }));
  read(videoFrame(chunk(key, 0, "key")));
  expect(configs).toMatchObject([{ name: "avc1.42c00c", width: 320, height: 160 }]);
  expect(units[0]?.data).toEqual(Buffer.from([0, 0, 0, 3, 0x65, 5, 6]));
  expect(unitsOf(Buffer.from([0, 0, 1, 7, 0, 0, 0, 1, 8, 8]))).toEqual([
    Buffer.from([7]),
    Buffer.from([8, 8]),
  ]);
  expect(withLengths([Buffer.from([1])])).toEqual(Buffer.from([0, 0, 0, 1, 1]));
});

test("invalid frames are refused, whatever they contain", () => {
  const odd: Buffer[] = [
    Buffer.alloc(0),
    Buffer.alloc(11, 3),
    Buffer.alloc(12, 9),
    Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.alloc(9)]),
    Buffer.concat([Buffer.from([1, 0, 0, 0]), Buffer.alloc(8), Buffer.from([1, 0, 0, 0, 0, 0, 7])]),
    Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.alloc(8), Buffer.from([1, 9, 0, 0, 0, 0])]),
    Buffer.concat([Buffer.from([3, 1, 0, 0, 0x7f, 0xf8]), Buffer.alloc(20)]),
  ];
  for (const frame of odd) expect(() => reader().read(frame), frame.toString("hex")).toThrow(RangeError);
});
