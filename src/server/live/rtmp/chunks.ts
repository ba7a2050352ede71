/** One RTMP message, assembled from its chunks. */
export interface Message {
  readonly type: number;
  readonly stream: number;
  /** Milliseconds of the sender's clock. */
  readonly time: number;
  readonly body: Buffer;
}

/** A protocol violation: the client is not a valid sender, and the connection ends. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

export interface ChunkLimits {
  /** Maximum bytes of one message; raised once the sender is known. */
  message: number;
  readonly streams: number;
}

interface ChunkStream {
  type: number;
  stream: number;
  length: number;
  time: number;
  delta: number;
  isExtended: boolean;
  body: Buffer | null;
  filled: number;
}

const HEADER_SIZES = [11, 7, 3, 0] as const;
const EXTENDED = 0xffffff;

/** Parses incoming bytes to messages. Holds no more than one unfinished message per chunk stream. */
export class ChunkReader {
  readonly #limits: ChunkLimits;
  readonly #streams = new Map<number, ChunkStream>();
  /** Bytes of an incomplete header. */
  #rest: Buffer = Buffer.alloc(0);
  #chunkSize = 128;
  /** The chunk whose body is being read. */
  #open: { stream: ChunkStream; left: number } | null = null;

  constructor(limits: ChunkLimits) {
    this.#limits = limits;
  }

  /** Throws `ProtocolError` at the first invalid byte. */
  *read(bytes: Buffer): Generator<Message> {
    let data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    try {
      for (;;) {
        if (this.#open === null) {
          const used = this.#header(data);
          if (used === null) break;
          data = data.subarray(used);
        }
        const before: number = this.#open?.left ?? 0;
        const message = this.#fill(data);
        data = data.subarray(before - (this.#open?.left ?? 0));
        if (message !== null) {
          this.#control(message);
          yield message;
        } else if (this.#open !== null) break;
      }
    } finally {
      // Also when the consumer stops in between. A copy: the rest must not retain the whole buffer it came in.
      this.#rest = Buffer.from(data);
    }
  }

  /** Size of the next chunk's header in bytes; null when it is incomplete. */
  #header(data: Buffer): number | null {
    if (data.length < 1) return null;
    const first = data.readUInt8(0);
    const format = (first >> 6) as 0 | 1 | 2 | 3;
    let id = first & 63;
    let at = 1;
    if (id < 2) {
      at += id + 1;
      if (data.length < at) return null;
      id = 64 + data.readUInt8(1) + (id === 1 ? data.readUInt8(2) * 256 : 0);
    }
    const known = this.#streams.get(id);
    const size = HEADER_SIZES[format];
    if (data.length < at + size) return null;
    const short = format < 3 ? data.readUIntBE(at, 3) : 0;
    const isExtended = format < 3 ? short === EXTENDED : known?.isExtended === true;
    const head = at + size + (isExtended ? 4 : 0);
    if (data.length < head) return null;
    if (known === undefined && format !== 0) throw new ProtocolError("chunk of an unknown chunk stream");
    if (known === undefined && this.#streams.size >= this.#limits.streams)
      throw new ProtocolError("too many chunk streams");
    const isContinued = known !== undefined && known.body !== null;
    if (isContinued && format !== 3) throw new ProtocolError("message started within another message");
    const length = format < 2 ? data.readUIntBE(at + 3, 3) : (known?.length ?? 0);
    if (length > this.#limits.message) throw new ProtocolError("message too long");
    const stream = known ?? {
      type: 0,
      stream: 0,
      length: 0,
      time: 0,
      delta: 0,
      isExtended: false,
      body: null,
      filled: 0,
    };
    this.#streams.set(id, stream);
    if (!isContinued) {
      const value = isExtended ? data.readUInt32BE(at + size) : short;
      if (format === 0) {
        stream.time = value;
        stream.delta = 0;
      } else {
        if (format < 3) stream.delta = value;
        stream.time = (stream.time + stream.delta) >>> 0;
      }
      if (format < 2) stream.type = data.readUInt8(at + 6);
      if (format === 0) stream.stream = data.readUInt32LE(at + 7);
      stream.length = length;
      stream.isExtended = isExtended;
      stream.body = Buffer.allocUnsafe(length);
      stream.filled = 0;
    }
    this.#open = { stream, left: Math.min(stream.length - stream.filled, this.#chunkSize) };
    return head;
  }

  /** Reads the available bytes of the current chunk; returns the message when that completes it. */
  #fill(data: Buffer): Message | null {
    const open = this.#open;
    if (open === null) return null;
    const { stream } = open;
    const body = stream.body ?? Buffer.alloc(0);
    const count = Math.min(open.left, data.length);
    data.copy(body, stream.filled, 0, count);
    stream.filled += count;
    open.left -= count;
    if (open.left > 0) return null;
    this.#open = null;
    if (stream.filled < stream.length) return null;
    stream.body = null;
    return { type: stream.type, stream: stream.stream, time: stream.time, body };
  }

  /** Handles messages that change how the next bytes are read. */
  #control({ type, body }: Message): void {
    if (type === 1) {
      const size = body.length < 4 ? 0 : body.readUInt32BE(0);
      if (size < 1 || size > 0x7fffffff) throw new ProtocolError("invalid chunk size");
      this.#chunkSize = size;
    } else if (type === 2 && body.length >= 4) {
      const stream = this.#streams.get(body.readUInt32BE(0));
      if (stream !== undefined) stream.body = null;
    }
  }
}

const OUT_CHUNK = 4096;

/** A message as chunks of 4096 bytes, which `beginOut` announces. */
export function writeMessage(chunkStream: number, type: number, stream: number, body: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head[0] = chunkStream;
  head.writeUIntBE(body.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(stream, 8);
  const parts: Buffer[] = [head, body.subarray(0, OUT_CHUNK)];
  for (let at = OUT_CHUNK; at < body.length; at += OUT_CHUNK)
    parts.push(Buffer.from([0xc0 | chunkStream]), body.subarray(at, at + OUT_CHUNK));
  return Buffer.concat(parts);
}

export function control(type: number, ...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) body.writeUInt32BE(value >>> 0, at * 4);
  return writeMessage(2, type, 0, body);
}

export const OUT_CHUNK_SIZE = OUT_CHUNK;
