import { aacConfig } from "#server/live/packager/codecs.ts";
import type { AudioConfig } from "#server/live/packager/media.ts";
import type { Offer } from "./sdp.ts";

/** Parses an offer of AAC in the usual mode (RFC 3640, AAC-hbr); null for any other. */
export function aacOf({ encoding, parameters }: Offer): AudioConfig | null {
  if (encoding !== "MPEG4-GENERIC" || parameters.get("sizelength") !== "13") return null;
  if (parameters.get("indexlength") !== "3") return null;
  return aacConfig(Buffer.from(parameters.get("config") ?? "", "hex"));
}

/** The audio frames in one network packet. */
export function aacUnits(body: Buffer): Buffer[] {
  if (body.length < 4) return [];
  const count = body.readUInt16BE(0) / 16;
  let at = 2 + count * 2;
  if (!Number.isInteger(count) || at > body.length) return [];
  const units: Buffer[] = [];
  for (let n = 0; n < count; n += 1) {
    const length = body.readUInt16BE(2 + n * 2) >> 3;
    if (at + length > body.length) break;
    units.push(Buffer.from(body.subarray(at, at + length)));
    at += length;
  }
  return units;
}
