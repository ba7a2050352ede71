import type { FileHandle } from "node:fs/promises";

/** Facts from the markers of a JPEG, read without decoding a pixel. */
export interface JpegWalk {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** Bits per channel; 8 in all but a few pictures. */
  readonly precision: number;
  /** Payload of the first Exif segment, from its TIFF header on; at most 64 KiB. */
  readonly exif: Uint8Array | null;
  /** Payload of the first XMP segment; at most 64 KiB. */
  readonly xmp: string | null;
  /** Whether the picture's last scan is followed by an end marker. */
  readonly complete: boolean;
}

// A camera writes a few dozen segments and an encoder about ten scans. More is an attack on the parser: each further
// scan of a progressive picture makes the decoder process all of it again.
const MAX_SEGMENTS = 2000;
const MAX_SCANS = 64;
const CHUNK = 256 * 1024;
const EXIF_HEADER = Buffer.from("Exif\0\0", "latin1");
const XMP_HEADER = Buffer.from("http://ns.adobe.com/xap/1.0/\0", "latin1");

/**
 * Walks the segments from the start marker to the end marker, the coded scans included, and never reads more of the
 * file than one chunk at a time. Trailing data after the end marker (previews, maker notes) is ignored. `null` when
 * this is not the structure of a JPEG.
 */
export async function walkJpeg(file: FileHandle, bytes: number): Promise<JpegWalk | null> {
  const reader = new ChunkReader(file, bytes);
  if ((await reader.uint16(0)) !== 0xffd8) return null;
  const found: Mutable<JpegWalk> = {
    width: 0,
    height: 0,
    components: 0,
    precision: 8,
    exif: null,
    xmp: null,
    complete: false,
  };
  let at = 2;
  let scans = 0;
  for (let segments = 0; segments < MAX_SEGMENTS; segments += 1) {
    const marker = await nextMarker(reader, at);
    if (marker === null) return found.width > 0 ? found : null;
    if (marker.code === 0xd9) return found.width > 0 ? { ...found, complete: scans > 0 } : null;
    const length = await reader.uint16(marker.at + 2);
    if (length === null) return found.width > 0 ? found : null;
    if (length < 2) return null;
    const payload = { at: marker.at + 4, length: length - 2 };
    if (isFrame(marker.code) && !(await readFrame(reader, payload, found))) return null;
    if (marker.code === 0xe1) await readApp1(reader, payload, found);
    at = payload.at + payload.length;
    if (marker.code === 0xda) {
      scans += 1;
      if (found.width === 0 || scans > MAX_SCANS) return null;
      at = await endOfScan(reader, at);
    }
  }
  return null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Span {
  readonly at: number;
  readonly length: number;
}

/** Frame headers of the Huffman-coded kinds that the decoder accepts: baseline, extended and progressive. */
function isFrame(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
}

async function readFrame(reader: ChunkReader, span: Span, found: Mutable<JpegWalk>): Promise<boolean> {
  const head = await reader.slice(span.at, 6);
  if (head === null || span.length < 6 || found.width > 0) return false;
  const [precision = 0, h1 = 0, h0 = 0, w1 = 0, w0 = 0, components = 0] = head;
  found.height = h1 * 256 + h0;
  found.width = w1 * 256 + w0;
  found.components = components;
  found.precision = precision;
  return found.width > 0 && found.height > 0;
}

async function readApp1(reader: ChunkReader, span: Span, found: Mutable<JpegWalk>): Promise<void> {
  const data = await reader.slice(span.at, span.length);
  if (data === null) return;
  if (found.exif === null && startsWith(data, EXIF_HEADER)) found.exif = data.subarray(EXIF_HEADER.length);
  if (found.xmp === null && startsWith(data, XMP_HEADER)) {
    found.xmp = data.subarray(XMP_HEADER.length).toString("utf8");
  }
}

const startsWith = (data: Buffer, head: Buffer) => data.subarray(0, head.length).equals(head);

/** The marker at `at`, after any fill bytes; `null` at the end of the file or when there is none. */
async function nextMarker(reader: ChunkReader, at: number): Promise<{ at: number; code: number } | null> {
  for (let fill = 0; fill < 64; fill += 1) {
    const value = await reader.uint16(at + fill);
    if (value === null || value >> 8 !== 0xff) return null;
    const code = value & 0xff;
    if (code !== 0xff) return code >= 0xc0 ? { at: at + fill, code } : null;
  }
  return null;
}

/** Offset of the first marker after coded data: FF followed by neither a stuffed zero, a restart nor a fill. */
async function endOfScan(reader: ChunkReader, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const chunk = await reader.from(at);
    if (chunk === null || chunk.length < 2) return reader.bytes;
    let index = chunk.indexOf(0xff);
    while (index >= 0 && index + 1 < chunk.length) {
      const next = chunk[index + 1] ?? 0;
      if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at + index;
      index = chunk.indexOf(0xff, next === 0xff ? index + 1 : index + 2);
    }
    // An FF as a chunk's last byte is examined again together with the following byte.
    at += index < 0 ? chunk.length : index;
  }
}

/** Reads a file through one window, so that the largest upload costs no more memory than the smallest. */
class ChunkReader {
  readonly bytes: number;
  readonly #file: FileHandle;
  readonly #window = Buffer.allocUnsafe(CHUNK);
  #start = 0;
  #length = 0;

  constructor(file: FileHandle, bytes: number) {
    this.#file = file;
    this.bytes = bytes;
  }

  /** Content of the window from `at` on, refilled when that is less than two bytes; `null` at the end. */
  async from(at: number): Promise<Buffer | null> {
    if (at >= this.bytes) return null;
    if (!this.#holds(at, Math.min(2, this.bytes - at))) await this.#fill(at);
    const chunk = this.#window.subarray(at - this.#start, this.#length);
    return chunk.length === 0 ? null : chunk;
  }

  /** A copy of `length` bytes (64 KiB at most), `null` when the file is shorter. */
  async slice(at: number, length: number): Promise<Buffer | null> {
    if (at + length > this.bytes) return null;
    if (!this.#holds(at, length)) await this.#fill(at);
    if (!this.#holds(at, length)) return null;
    return Buffer.from(this.#window.subarray(at - this.#start, at - this.#start + length));
  }

  async uint16(at: number): Promise<number | null> {
    const pair = await this.slice(at, 2);
    return pair === null ? null : pair.readUInt16BE(0);
  }

  #holds(at: number, length: number): boolean {
    return at >= this.#start && at + length <= this.#start + this.#length;
  }

  async #fill(at: number): Promise<void> {
    this.#start = at;
    this.#length = 0;
    while (this.#length < CHUNK) {
      const { bytesRead } = await this.#file.read(
        this.#window,
        this.#length,
        CHUNK - this.#length,
        at + this.#length,
      );
      if (bytesRead === 0) return;
      this.#length += bytesRead;
    }
  }
}
