/** The used fields of an RFC 3550 packet. */
export interface RtpPacket {
  readonly payload: number;
  /** The last packet of a picture. */
  readonly isMarked: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly body: Buffer;
}

/** Null for an invalid packet. */
export function readRtp(bytes: Buffer): RtpPacket | null {
  const [first = 0, second = 0] = bytes;
  if (bytes.length < 12 || first >> 6 !== 2) return null;
  let start = 12 + (first & 15) * 4;
  if ((first & 16) !== 0) {
    if (bytes.length < start + 4) return null;
    start += 4 + bytes.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 32) === 0 ? 0 : (bytes.at(-1) ?? 0);
  const end = bytes.length - padding;
  if (start >= end) return null;
  return {
    payload: second & 127,
    isMarked: second >> 7 === 1,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    body: bytes.subarray(start, end),
  };
}

/** Converts timestamps with an arbitrary origin and wrap-around into microseconds from the first one, which is `start`. */
export function createUnwrap(clock: number, start: number): (timestamp: number) => number {
  let last: number | undefined;
  let ticks = 0;
  return (timestamp) => {
    if (last !== undefined) ticks += (timestamp - last) | 0;
    last = timestamp;
    return start + Math.round((ticks / clock) * 1e6);
  };
}
