/** Values of AMF0, the encoding of RTMP commands. */
export type AmfValue =
  | number
  | boolean
  | string
  | null
  | undefined
  | AmfValue[]
  | { [name: string]: AmfValue };

const MOST_DEPTH = 8;
const MOST_VALUES = 1000;

/** Reads values until the bytes end, or until invalid AMF0. */
export function readAmf(bytes: Buffer): AmfValue[] {
  const reader = new AmfReader(bytes);
  const values: AmfValue[] = [];
  try {
    while (!reader.isOver) values.push(reader.value(0));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}

class AmfReader {
  readonly #bytes: Buffer;
  #at = 0;
  #count = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  value(depth: number): AmfValue {
    this.#count += 1;
    if (depth > MOST_DEPTH || this.#count > MOST_VALUES) throw new RangeError("too many values");
    const kind = this.#take(1).readUInt8(0);
    if (kind === 0) return this.#take(8).readDoubleBE(0);
    if (kind === 1) return this.#take(1).readUInt8(0) !== 0;
    if (kind === 2) return this.#text(this.#take(2).readUInt16BE(0));
    if (kind === 3) return this.#object(depth);
    if (kind === 5) return null;
    if (kind === 6) return undefined;
    if (kind === 8) {
      this.#take(4);
      return this.#object(depth);
    }
    if (kind === 10) {
      const count = this.#take(4).readUInt32BE(0);
      const list: AmfValue[] = [];
      for (let n = 0; n < count; n += 1) list.push(this.value(depth + 1));
      return list;
    }
    if (kind === 11) return this.#take(10).readDoubleBE(0);
    if (kind === 12) return this.#text(this.#take(4).readUInt32BE(0));
    throw new RangeError(`unknown AMF0 type ${kind}`);
  }

  #object(depth: number): AmfValue {
    // Without a prototype, so that no property name from a sender has a special meaning.
    const object = Object.create(null) as { [name: string]: AmfValue };
    for (;;) {
      const name = this.#text(this.#take(2).readUInt16BE(0));
      if (name === "" && this.#bytes[this.#at] === 9) {
        this.#at += 1;
        return object;
      }
      object[name] = this.value(depth + 1);
    }
  }

  #text(length: number): string {
    return this.#take(length).toString("utf8");
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError("AMF0 value is truncated");
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function writeAmf(...values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.map(write));
}

function write(value: AmfValue): Buffer {
  if (value === null) return Buffer.from([5]);
  if (value === undefined) return Buffer.from([6]);
  if (typeof value === "number") {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === "boolean") return Buffer.from([1, value ? 1 : 0]);
  if (typeof value === "string") return Buffer.concat([Buffer.from([2]), text(value)]);
  if (Array.isArray(value)) {
    const head = Buffer.from([10, 0, 0, 0, 0]);
    head.writeUInt32BE(value.length, 1);
    return Buffer.concat([head, ...value.map(write)]);
  }
  const fields = Object.entries(value).flatMap(([name, field]) => [text(name), write(field)]);
  return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  const head = Buffer.alloc(2);
  head.writeUInt16BE(bytes.length);
  return Buffer.concat([head, bytes]);
}
