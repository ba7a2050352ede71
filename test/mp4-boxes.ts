/** A video file as its boxes, to take apart and reassemble, without validation. */
export interface Node {
  type: string;
  /** The bytes before the inner boxes, or the whole content. */
  data: Buffer;
  inside: Node[] | null;
}

const containers: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  edts: 0,
  dinf: 0,
  dref: 8,
  stsd: 8,
  avc1: 78,
};

export const box = (
  type: string,
  data: Uint8Array = Buffer.alloc(0),
  inside: Node[] | null = null,
): Node => ({
  type,
  data: Buffer.from(data),
  inside,
});

export function parse(bytes: Buffer): Node[] {
  const found: Node[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + size);
    const head = containers[type];
    if (head === undefined) found.push(box(type, body));
    else found.push(box(type, body.subarray(0, head), parse(body.subarray(head))));
    at += size;
  }
  return found;
}

export function write(nodes: readonly Node[]): Buffer {
  return Buffer.concat(
    nodes.flatMap(({ type, data, inside }) => {
      const body = inside === null ? data : Buffer.concat([data, write(inside)]);
      return [u32(body.length + 8), Buffer.from(type, "latin1"), body];
    }),
  );
}

/** The box at a path like `moov/trak/mdia`, the first of each name, or the one numbered as in `trak:1`. */
export function at(nodes: readonly Node[], path: string): Node {
  let list: readonly Node[] = nodes;
  let found: Node | undefined;
  for (const part of path.split("/")) {
    const [type, number = "0"] = part.split(":");
    found = list.filter((node) => node.type === type)[Number(number)];
    if (found === undefined) throw new Error(`there is no ${path}`);
    list = found.inside ?? [];
  }
  if (found === undefined) throw new Error(`there is no ${path}`);
  return found;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
}

/** A parameter set of H.264 for frames of this size, in the baseline profile. */
export function sps(width: number, height: number, { profile = 66 } = {}): Buffer {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push(Math.floor(value / 2 ** bit) % 2);
  };
  const ue = (value: number) => {
    const length = Math.floor(Math.log2(value + 1));
    put(0, length);
    put(value + 1, length + 1);
  };
  const rows = Math.ceil(height / 16);
  put(profile, 8);
  put(0, 8);
  put(51, 8);
  ue(0);
  if (profile === 110) for (const value of [1, 2, 2]) ue(value);
  if (profile === 110) put(0, 2);
  ue(0);
  ue(2);
  ue(1);
  put(0, 1);
  ue(Math.ceil(width / 16) - 1);
  ue(rows - 1);
  put(1, 1);
  put(0, 1);
  const cut = rows * 16 - height;
  put(cut > 0 ? 1 : 0, 1);
  if (cut > 0) for (const value of [0, 0, 0, cut / 2]) ue(value);
  put(0, 1);
  put(1, 1);
  while (bits.length % 8 !== 0) bits.push(0);
  const bytes = [0x67];
  for (let index = 0; index < bits.length; index += 8)
    bytes.push(Number.parseInt(bits.slice(index, index + 8).join(""), 2));
  // Emulation prevention: three bytes that resemble a start code are escaped.
  const kept = bytes.flatMap((byte, index) =>
    index >= 2 && byte <= 3 && bytes[index - 1] === 0 && bytes[index - 2] === 0 ? [3, byte] : [byte],
  );
  return Buffer.from(kept);
}

export function avcC(set: Buffer): Buffer {
  const head = Buffer.from([1, set[1] ?? 0, set[2] ?? 0, set[3] ?? 0, 0xff, 0xe1]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(set.length);
  return Buffer.concat([head, length, set, Buffer.from([1, 0, 4, 0x68, 0xce, 0x3c, 0x80])]);
}
