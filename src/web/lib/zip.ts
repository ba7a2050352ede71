interface Entry {
  readonly name: string;
  readonly content: Blob;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** A record of a ZIP file: its signature and its fields, each as [bytes, value]. */
function record(fields: readonly (readonly [2 | 4, number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** Bit 11: names are UTF-8. */
const utf8 = 0x0800;

/** A ZIP file without compression: photos are compressed already. One entry is read into memory at a time. */
export async function zipOf(entries: readonly Entry[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const index: BlobPart[] = [];
  let offset = 0;
  let indexSize = 0;
  for (const { name, content } of entries) {
    const title = new TextEncoder().encode(name);
    const crc = crcOf(new Uint8Array(await content.arrayBuffer()));
    const common = [
      [2, 20],
      [2, utf8],
      [2, 0],
      [2, 0],
      [2, 0x21],
      [4, crc],
      [4, content.size],
      [4, content.size],
      [2, title.length],
      [2, 0],
    ] as const;
    const head = record([[4, 0x04034b50], ...common]);
    const entry = record([[4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]);
    parts.push(head, title, content);
    index.push(entry, title);
    offset += head.length + title.length + content.size;
    indexSize += entry.length + title.length;
  }
  const end = record([
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, entries.length],
    [2, entries.length],
    [4, indexSize],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...parts, ...index, end], { type: "application/zip" });
}
