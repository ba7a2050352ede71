import type { AudioConfig, TrackConfig, VideoConfig } from "./media.ts";

/* ISO base media boxes (ISO/IEC 14496-12) needed for a live stream: one init segment that describes the tracks, and
 * fragments. */
export const VIDEO_TIMESCALE = 90_000;
export const VIDEO_TRACK = 1;
export const AUDIO_TRACK = 2;

export const timescaleOf = (config: TrackConfig): number =>
  config.kind === "video" ? VIDEO_TIMESCALE : config.sampleRate;

/** One sample of a fragment, in units of its track's timescale. */
export interface FragmentSample {
  readonly data: Buffer;
  readonly duration: number;
  readonly offset: number;
  readonly isKey: boolean;
}

export interface FragmentTrack {
  readonly id: number;
  readonly decodeTime: number;
  readonly samples: readonly FragmentSample[];
}

function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(
    parts.reduce((sum, part) => sum + part.length, 8),
    0,
  );
  head.write(type, 4, "latin1");
  return Buffer.concat([head, ...parts]);
}

const u8 = (...values: readonly number[]) => Buffer.from(values);
function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, at * 2);
  return bytes;
}
function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4);
  return bytes;
}
const full = (type: string, version: number, flags: number, ...parts: readonly Buffer[]) =>
  box(type, u32(((version << 24) | flags) >>> 0), ...parts);

const MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const FILE_TYPE = box("ftyp", Buffer.from("iso5"), u32(512), Buffer.from("iso5iso6mp41"));

/** The init segment of a stream: read once by a player, before the first fragment. */
export function initSegment(configs: readonly TrackConfig[]): Buffer {
  const header = full(
    "mvhd",
    0,
    0,
    u32(0, 0, 1000, 0, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    MATRIX,
    u32(0, 0, 0, 0, 0, 0, 3),
  );
  const extensions = configs.map((config) => full("trex", 0, 0, u32(idOf(config), 1, 0, 0, 0)));
  return Buffer.concat([FILE_TYPE, box("moov", header, ...configs.map(track), box("mvex", ...extensions))]);
}

const idOf = ({ kind }: TrackConfig) => (kind === "video" ? VIDEO_TRACK : AUDIO_TRACK);

function track(config: TrackConfig): Buffer {
  const isVideo = config.kind === "video";
  const size = isVideo ? u32(config.width << 16, config.height << 16) : u32(0, 0);
  const head = full(
    "tkhd",
    0,
    3,
    u32(0, 0, idOf(config), 0, 0, 0, 0),
    u16(0, 0, isVideo ? 0 : 0x100, 0),
    MATRIX,
    size,
  );
  const handler = full("hdlr", 0, 0, u32(0), Buffer.from(isVideo ? "vide" : "soun"), u32(0, 0, 0), u8(0));
  const data = box("dinf", full("dref", 0, 0, u32(1), full("url ", 0, 1)));
  const empty = [
    full("stts", 0, 0, u32(0)),
    full("stsc", 0, 0, u32(0)),
    full("stsz", 0, 0, u32(0, 0)),
    full("stco", 0, 0, u32(0)),
  ];
  const entry = isVideo ? videoEntry(config) : audioEntry(config);
  const media = isVideo ? full("vmhd", 0, 1, u16(0, 0, 0, 0)) : full("smhd", 0, 0, u16(0, 0));
  return box(
    "trak",
    head,
    box(
      "mdia",
      full("mdhd", 0, 0, u32(0, 0, timescaleOf(config), 0), u16(0x55c4, 0)),
      handler,
      box("minf", media, data, box("stbl", full("stsd", 0, 0, u32(1), entry), ...empty)),
    ),
  );
}

const VIDEO_ENTRIES = { avc: ["avc1", "avcC"], hevc: ["hvc1", "hvcC"], av1: ["av01", "av1C"] } as const;

function videoEntry({ codec, width, height, description }: VideoConfig): Buffer {
  const [entry, configuration] = VIDEO_ENTRIES[codec];
  return box(
    entry,
    u16(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    box(configuration, description),
  );
}

function audioEntry({ codec, channels, sampleRate, description }: AudioConfig): Buffer {
  const rate = codec === "opus" ? 48_000 : sampleRate;
  const head = [u16(0, 0, 0, 1, 0, 0, 0, 0, channels, 16, 0, 0), u32(rate < 65_536 ? rate << 16 : 0)];
  if (codec === "opus") return box("Opus", ...head, box("dOps", description));
  const specific = descriptor(5, description);
  const decoder = descriptor(4, Buffer.concat([u8(0x40, 0x15, 0, 0, 0), u32(0, 0), specific]));
  return box(
    "mp4a",
    ...head,
    full("esds", 0, 0, descriptor(3, Buffer.concat([u8(0, 1, 0), decoder, descriptor(6, u8(2))]))),
  );
}

/** An MPEG-4 descriptor; its content is always shorter than 128 bytes here. */
function descriptor(tag: number, content: Buffer): Buffer {
  return Buffer.concat([u8(tag, 0x80, 0x80, 0x80, content.length & 0x7f), content]);
}

const KEY_FLAGS = 0x02000000;
const OTHER_FLAGS = 0x01010000;

/** One `moof` with its `mdat`, as pieces that are written one after the other. */
export function fragment(sequence: number, tracks: readonly FragmentTrack[]): Buffer[] {
  const used = tracks.filter(({ samples }) => samples.length > 0);
  const sizes = used.map(({ samples }) => samples.reduce((sum, { data }) => sum + data.length, 0));
  const headSize = 24 + used.reduce((sum, { samples }) => sum + 64 + samples.length * 16, 0);
  const head = Buffer.alloc(headSize + 8);
  let at = 0;
  const put = (value: number) => {
    head.writeUInt32BE(value >>> 0, at);
    at += 4;
  };
  const begin = (type: string, size: number) => {
    put(size);
    head.write(type, at, "latin1");
    at += 4;
  };
  begin("moof", headSize);
  begin("mfhd", 16);
  put(0);
  put(sequence);
  let dataAt = headSize + 8;
  for (const [index, { id, decodeTime, samples }] of used.entries()) {
    begin("traf", 64 + samples.length * 16);
    begin("tfhd", 16);
    // Data offsets count from the beginning of this fragment.
    put(0x020000);
    put(id);
    begin("tfdt", 20);
    put(0x01000000);
    head.writeBigUInt64BE(BigInt(decodeTime), at);
    at += 8;
    begin("trun", 20 + samples.length * 16);
    put(0x01000f01);
    put(samples.length);
    put(dataAt);
    for (const { data, duration, offset, isKey } of samples) {
      put(duration);
      put(data.length);
      put(isKey ? KEY_FLAGS : OTHER_FLAGS);
      put(offset);
    }
    dataAt += sizes[index] ?? 0;
  }
  begin(
    "mdat",
    sizes.reduce((sum, size) => sum + size, 8),
  );
  return [head, ...used.flatMap(({ samples }) => samples.map(({ data }) => data))];
}
