import { unreadable } from "./bad-film.ts";

/** Bits of a parameter set, most significant first, without emulation prevention bytes. */
export function bitsOf(nal: Buffer) {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of nal.subarray(0, 4096)) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  let at = 0;
  const bit = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) throw unreadable("a parameter set is cut");
    const value = (byte >> (7 - (at & 7))) & 1;
    at += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let n = 0; n < count; n += 1) value = value * 2 + bit();
    return value;
  };
  const golomb = (): number => {
    let zeros = 0;
    while (bit() === 0) if (++zeros > 32) throw unreadable("a parameter set makes no sense");
    return 2 ** zeros - 1 + bits(zeros);
  };
  return {
    bit,
    bits,
    /** Exp-Golomb, unsigned and signed. */
    ue: golomb,
    se: (): number => {
      const value = golomb();
      return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
    },
    skip: (count: number) => void bits(count),
  };
}
