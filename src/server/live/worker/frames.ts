import {
  aacConfig,
  avcConfig,
  avcDescription,
  type MediaSink,
  opusConfig,
  type TrackConfig,
} from "../packager/index.ts";

/* Reads the frames of a browser; the layout is documented in `web/lib/live-frames.ts`, which writes it. */
const HEAD = 12;
const MOST_TIME = 2 ** 52;

/** Reads the frames of one browser. Throws a RangeError at an invalid frame. */
export class FrameReader {
  readonly #sink: Pick<MediaSink, "configure" | "write">;
  /** Whether pictures are in Annex B. */
  #isAnnexB = false;

  constructor(sink: Pick<MediaSink, "configure" | "write">) {
    this.#sink = sink;
  }

  read(frame: Buffer): void {
    if (frame.length < HEAD) throw new RangeError("frame header is missing");
    const kind = frame.readUInt8(0);
    const content = frame.subarray(HEAD);
    if (kind === 1) return this.#video(content);
    if (kind === 2) return this.#configure(audioOf(content));
    const dts = frame.readDoubleBE(4);
    if (!(Math.abs(dts) < MOST_TIME)) throw new RangeError("frame timestamp is invalid");
    const isKey = (frame.readUInt8(1) & 1) === 1;
    if (kind === 3) return this.#picture(content, dts, isKey);
    if (kind !== 4) throw new RangeError(`unknown frame kind ${kind}`);
    this.#sink.write({ track: "audio", data: content, dts, cts: 0, isKey: true });
  }

  #video(content: Buffer): void {
    if (content.length < 6 || content[0] !== 1) throw new RangeError("unknown video frame format");
    this.#isAnnexB = content.length === 6;
    if (!this.#isAnnexB) this.#configure(avcConfig(Buffer.from(content.subarray(6))));
  }

  #picture(content: Buffer, dts: number, isKey: boolean): void {
    if (!this.#isAnnexB) return this.#sink.write({ track: "video", data: content, dts, cts: 0, isKey });
    const units = unitsOf(content);
    const sps = units.find((unit) => ((unit[0] ?? 0) & 31) === 7);
    const pps = units.find((unit) => ((unit[0] ?? 0) & 31) === 8);
    if (isKey && sps !== undefined && pps !== undefined) this.#configure(avcConfig(avcDescription(sps, pps)));
    const data = withLengths(units.filter((unit) => ![7, 8, 9].includes((unit[0] ?? 0) & 31)));
    this.#sink.write({ track: "video", data, dts, cts: 0, isKey });
  }

  #configure(config: TrackConfig | null): void {
    if (config === null) throw new RangeError("invalid codec configuration");
    this.#sink.configure(config);
  }
}

function audioOf(content: Buffer): TrackConfig | null {
  if (content.length < 6) return null;
  const channels = content.readUInt8(1);
  if (channels < 1 || channels > 2) return null;
  return content[0] === 1 ? opusConfig(channels) : aacConfig(Buffer.from(content.subarray(6)));
}

/** The units of a stream in Annex B, without their start codes. */
export function unitsOf(bytes: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let begin = -1;
  let at = 0;
  for (;;) {
    const code = bytes.indexOf("\0\0\u0001", at, "latin1");
    const end = code < 0 ? bytes.length : code;
    if (begin >= 0) {
      let last = end;
      while (last > begin && bytes[last - 1] === 0) last -= 1;
      if (last > begin) units.push(bytes.subarray(begin, last));
    }
    if (code < 0) return units;
    begin = code + 3;
    at = begin;
  }
}

/** Units as in MP4: each prefixed by its length. */
export function withLengths(units: readonly Buffer[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}
