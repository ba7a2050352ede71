import { avcSize } from "#server/live/packager/codecs.ts";
import type { PictureFacts } from "./feed.ts";

/**
 * Video format from the beginning of a segment: a transport stream, or a fragmented file with its `map`. Null for other
 * data; null in the facts for values that the beginning does not contain.
 */
export function factsOf(head: Buffer, map: Buffer | null): PictureFacts | null {
  if (isTransport(head)) return transportFacts(head);
  const boxes = map ?? head;
  return /^(?:ftyp|styp|moof|moov|sidx|emsg|prft)$/.test(head.toString("latin1", 4, 8))
    ? fileFacts(boxes)
    : null;
}

const PACKET = 188;
const isTransport = (bytes: Buffer) =>
  bytes.length >= PACKET && bytes[0] === 0x47 && (bytes.length < PACKET * 2 || bytes[PACKET] === 0x47);
const unknown: PictureFacts = { width: null, height: null, codec: null };

function transportFacts(bytes: Buffer): PictureFacts {
  const video = Array.from({ length: Math.floor(bytes.length / PACKET) }, (_, n) =>
    bytes.subarray(n * PACKET, (n + 1) * PACKET),
  ).reduce<Found>(readPacket, { parts: [] });
  if (video.stream === 0x24) return { ...unknown, codec: "hevc" };
  return video.stream === 0x1b ? setFacts(Buffer.concat(video.parts)) : unknown;
}

interface Found {
  /** Packet identifiers of the program map and of the video. */
  readonly table?: number;
  readonly pid?: number;
  /** Stream type: 0x1b is H.264, 0x24 is H.265. */
  readonly stream?: number;
  readonly parts: Buffer[];
}

function readPacket(found: Found, packet: Buffer): Found {
  const pid = packet.readUInt16BE(1) & 0x1fff;
  const control = ((packet[3] ?? 0) >> 4) & 3;
  const at = control === 1 ? 4 : control === 3 ? 5 + (packet[4] ?? 0) : PACKET;
  const body = packet.subarray(Math.min(at, PACKET));
  if (pid === 0 && found.table === undefined && body.length > 13)
    return { ...found, table: body.readUInt16BE((body[0] ?? 0) + 11) & 0x1fff };
  if (pid === found.table && found.pid === undefined) return { ...found, ...videoIn(body) };
  if (pid === found.pid) found.parts.push(body);
  return found;
}

/** The first video stream of a program map. */
function videoIn(body: Buffer): Partial<Found> {
  const start = (body[0] ?? 0) + 1;
  if (start + 12 > body.length) return {};
  const end = Math.min(body.length, start + 3 + (body.readUInt16BE(start + 1) & 0xfff) - 4);
  let at = start + 12 + (body.readUInt16BE(start + 10) & 0xfff);
  while (at + 5 <= end) {
    const stream = body[at] ?? 0;
    const pid = body.readUInt16BE(at + 1) & 0x1fff;
    if (stream === 0x1b || stream === 0x24) return { stream, pid };
    at += 5 + (body.readUInt16BE(at + 3) & 0xfff);
  }
  return {};
}

/** From the parameter set before a key frame. */
function setFacts(bytes: Buffer): PictureFacts {
  for (let at = bytes.indexOf("000001", 0, "hex"); at >= 0; at = bytes.indexOf("000001", at + 3, "hex")) {
    if (((bytes[at + 3] ?? 0) & 31) !== 7) continue;
    const next = bytes.indexOf("000001", at + 4, "hex");
    return ofSet(bytes.subarray(at + 3, next < 0 ? bytes.length : next));
  }
  return { ...unknown, codec: "avc1" };
}

function ofSet(set: Buffer): PictureFacts {
  const size = set.length < 5 ? null : avcSize(set);
  return {
    width: size?.width ?? null,
    height: size?.height ?? null,
    codec: `avc1.${set.toString("hex", 1, 4)}`,
  };
}

function fileFacts(boxes: Buffer): PictureFacts {
  const avc = boxes.indexOf("avcC", 0, "latin1");
  if (avc >= 0 && avc + 12 < boxes.length) {
    const length = boxes.readUInt16BE(avc + 10);
    return ofSet(boxes.subarray(avc + 12, avc + 12 + length));
  }
  if (boxes.includes("hvcC", 0, "latin1")) return { ...unknown, codec: "hevc" };
  return boxes.includes("av1C", 0, "latin1") ? { ...unknown, codec: "av01" } : unknown;
}
