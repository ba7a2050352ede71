import {
  type AccessUnit,
  aacConfig,
  av1Config,
  avcConfig,
  hevcConfig,
  type TrackConfig,
} from "../packager/index.ts";

/** Content of one media message. */
export type Tag =
  | { readonly kind: "config"; readonly config: TrackConfig }
  | { readonly kind: "unit"; readonly unit: AccessUnit }
  /** It contains nothing visible to a viewer, or nothing that is supported. */
  | { readonly kind: "nothing" }
  | { readonly kind: "unknown"; readonly track: "video" | "audio"; readonly codec: string };

const NOTHING: Tag = { kind: "nothing" };
const MS = 1000;

/** Parses a video message: H.264 in classic FLV, or a FourCC of Enhanced RTMP. `time` in µs. */
export function readVideo(body: Buffer, time: number): Tag {
  if (body.length < 5) return NOTHING;
  const first = body.readUInt8(0);
  if ((first & 0x80) !== 0) return enhanced(body, time, first);
  const isKey = first >> 4 === 1;
  if ((first & 15) !== 7) return { kind: "unknown", track: "video", codec: `flv ${first & 15}` };
  const kind = body.readUInt8(1);
  const rest = body.subarray(5);
  if (kind === 0) return configOf(avcConfig(rest));
  return kind === 1 ? videoUnit(rest, time, body.readIntBE(2, 3), isKey) : NOTHING;
}

const READERS = { avc1: avcConfig, hvc1: hevcConfig, av01: av1Config };

function enhanced(body: Buffer, time: number, first: number): Tag {
  const isKey = ((first >> 4) & 7) === 1;
  const kind = first & 15;
  const codec = body.toString("latin1", 1, 5);
  if (!Object.hasOwn(READERS, codec)) return { kind: "unknown", track: "video", codec };
  const read = READERS[codec as keyof typeof READERS];
  if (kind === 0) return configOf(read(body.subarray(5)));
  if (kind === 3 || (kind === 1 && codec === "av01")) return videoUnit(body.subarray(5), time, 0, isKey);
  if (kind !== 1 || body.length < 9) return NOTHING;
  return videoUnit(body.subarray(8), time, body.readIntBE(5, 3), isKey);
}

const configOf = (config: TrackConfig | null): Tag =>
  config === null
    ? NOTHING
    : { kind: "config", config: { ...config, description: Buffer.from(config.description) } };

function videoUnit(data: Buffer, dts: number, cts: number, isKey: boolean): Tag {
  if (data.length === 0) return NOTHING;
  return { kind: "unit", unit: { track: "video", data, dts, cts: cts * MS, isKey } };
}

/** Parses an audio message: AAC. */
export function readAudio(body: Buffer, time: number): Tag {
  if (body.length < 3) return NOTHING;
  const format = body.readUInt8(0) >> 4;
  if (format !== 10) return { kind: "unknown", track: "audio", codec: `flv sound ${format}` };
  const data = body.subarray(2);
  if (body.readUInt8(1) === 0) return configOf(aacConfig(data));
  return { kind: "unit", unit: { track: "audio", data, dts: time, cts: 0, isKey: true } };
}
