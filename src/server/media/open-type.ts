import { inflateSync } from "node:zlib";

const HEAD = 44;
const ENTRY = 20;

/**
 * Converts a WOFF font to its original OpenType file: the same tables, unpacked. Libraries that draw text outside of
 * browsers read no other format.
 */
export function openTypeOf(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("Not a WOFF file.");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => readTable(woff, HEAD + n * ENTRY));
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(2 ** power * 16, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  for (const [n, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + n * 16;
    tag.copy(directory, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

function readTable(woff: Buffer, at: number): { tag: Buffer; checksum: number; bytes: Buffer } {
  const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field));
  const stored = woff.subarray(offset ?? 0, (offset ?? 0) + (packed ?? 0));
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    // Tables that compression would not shrink are stored as they are.
    bytes: packed === length ? stored : inflateSync(stored),
  };
}
