import type { RtpPacket } from "./rtp.ts";

/** The NAL units of one picture, without their parameter sets. */
export interface Picture {
  readonly units: readonly Buffer[];
  readonly timestamp: number;
  readonly isKey: boolean;
}

export interface ParameterSets {
  readonly sps: Buffer;
  readonly pps: Buffer;
}

export interface H264Reader {
  push(packet: RtpPacket): void;
  /** Those of the description, or the newest in the stream. */
  readonly sets: ParameterSets | null;
}

const UNITS = 500;
const BYTES = 8 * 1024 * 1024;
const kind = { idr: 5, sps: 7, pps: 8, delimiter: 9, bundle: 24, fragment: 28 } as const;

/** `sprop-parameter-sets` of a description. */
export function setsOf(text: string | undefined): Partial<Record<"sps" | "pps", Buffer>> {
  const units = (text ?? "").split(",").map((part) => Buffer.from(part.trim(), "base64"));
  const find = (type: number) => units.find((unit) => unit.length > 3 && ((unit[0] ?? 0) & 31) === type);
  const [sps, pps] = [find(kind.sps), find(kind.pps)];
  return { ...(sps !== undefined && { sps }), ...(pps !== undefined && { pps }) };
}

/**
 * Assembles H.264 pictures from packets (RFC 6184: single units, STAP-A, FU-A). After a lost packet, pictures are
 * dropped up to the next key frame, since they would refer to missing data.
 */
export function createH264Reader(
  described: string | undefined,
  onPicture: (picture: Picture) => void,
): H264Reader {
  let { sps, pps } = setsOf(described);
  let units: Buffer[] = [];
  let fragment: Buffer[] = [];
  let bytes = 0;
  let timestamp: number | undefined;
  let expected: number | undefined;
  let isBroken = false;

  const add = (unit: Buffer): void => {
    const type = (unit[0] ?? 0) & 31;
    bytes += unit.length;
    if (bytes > BYTES || units.length >= UNITS) isBroken = true;
    else if (type === kind.sps) sps = Buffer.from(unit);
    else if (type === kind.pps) pps = Buffer.from(unit);
    else if (type !== 0 && type !== kind.delimiter && type < kind.bundle) units.push(Buffer.from(unit));
  };
  const finish = (): void => {
    const isKey = units.some((unit) => ((unit[0] ?? 0) & 31) === kind.idr);
    const isWhole = fragment.length === 0 && bytes <= BYTES && units.length < UNITS;
    if (units.length > 0 && timestamp !== undefined && isWhole && (isKey || !isBroken)) {
      isBroken = false;
      onPicture({ units, timestamp, isKey });
    }
    units = [];
    fragment = [];
    bytes = 0;
    timestamp = undefined;
  };
  const addBundle = (body: Buffer): void => {
    for (let at = 1; at + 2 < body.length; ) {
      const end = at + 2 + body.readUInt16BE(at);
      if (end > body.length) break;
      add(body.subarray(at + 2, end));
      at = end;
    }
  };
  const addFragment = (body: Buffer): void => {
    if (body.length < 3) return;
    const [indicator = 0, header = 0] = body;
    if ((header & 128) !== 0) fragment = [Buffer.from([(indicator & 0xe0) | (header & 31)])];
    else if (fragment.length === 0) return;
    fragment.push(body.subarray(2));
    bytes += body.length;
    if (bytes > BYTES) fragment = [];
    if ((header & 64) === 0 || fragment.length === 0) return;
    const whole = Buffer.concat(fragment);
    fragment = [];
    bytes -= whole.length;
    add(whole);
  };

  return {
    get sets() {
      return sps === undefined || pps === undefined ? null : { sps, pps };
    },
    push({ body, sequence, isMarked, timestamp: at }) {
      if (expected !== undefined && sequence !== expected) {
        isBroken = true;
        fragment = [];
      }
      expected = (sequence + 1) & 0xffff;
      if (timestamp !== undefined && at !== timestamp) finish();
      timestamp = at;
      const type = (body[0] ?? 0) & 31;
      if (type === kind.bundle) addBundle(body);
      else if (type === kind.fragment) addFragment(body);
      else if (type > 0 && type < kind.bundle) add(body);
      if (isMarked) finish();
    },
  };
}
