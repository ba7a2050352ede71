/*
 * How a browser sends its camera to a channel: binary messages of a WebSocket, one frame each, big-endian.
 *
 *   byte 0       kind: 1 how the pictures are coded, 2 how the sound is coded, 3 one picture, 4 one packet of sound
 *   byte 1       flags: 1 = a key frame; else 0
 *   bytes 2–3    0
 *   bytes 4–11   time in microseconds, a double; 0 for kinds 1 and 2
 *   byte 12 …    the content:
 *     kind 1       codec (1 = H.264), 0, width (2 bytes), height (2 bytes), then the body of `avcC`; without it the
 *                  pictures are in Annex B and carry their parameter sets in every key frame
 *     kind 2       codec (1 = Opus, 2 = AAC), channels, sample rate (4 bytes), then AudioSpecificConfig of AAC
 *     kind 3, 4    what the encoder gave
 *
 * Answers are JSON texts: `{"kind":"ready"}` once frames are taken, `{"kind":"end","reason":"replaced"|"stopped"|"idle"|"refused"}`
 * before the socket is closed. `live/worker/frames.ts` of the server reads this; its test holds both together.
 */
const HEAD = 12;

/** The type browsers call AllowSharedBufferSource. */
type Bytes = ArrayBufferLike | ArrayBufferView;

export interface VideoTrack {
  readonly width: number;
  readonly height: number;
  /** The encoder's `decoderConfig.description`. */
  readonly description?: Bytes | undefined;
}

export interface AudioTrack {
  readonly codec: "opus" | "aac";
  readonly channels: number;
  readonly sampleRate: number;
  readonly description?: Bytes | undefined;
}

/** The output of an encoder: `EncodedVideoChunk` and `EncodedAudioChunk` fit. */
export interface Chunk {
  readonly type: "key" | "delta";
  readonly timestamp: number;
  readonly byteLength: number;
  copyTo(destination: Bytes): void;
}

export function videoConfigFrame({ width, height, description }: VideoTrack): Uint8Array<ArrayBuffer> {
  const body = bytesOf(description);
  const { frame, view } = begin(1, 0, 0, 6 + body.length);
  view.setUint8(HEAD, 1);
  view.setUint16(HEAD + 2, width);
  view.setUint16(HEAD + 4, height);
  frame.set(body, HEAD + 6);
  return frame;
}

export function audioConfigFrame({
  codec,
  channels,
  sampleRate,
  description,
}: AudioTrack): Uint8Array<ArrayBuffer> {
  const body = codec === "aac" ? bytesOf(description) : new Uint8Array();
  const { frame, view } = begin(2, 0, 0, 6 + body.length);
  view.setUint8(HEAD, codec === "opus" ? 1 : 2);
  view.setUint8(HEAD + 1, channels);
  view.setUint32(HEAD + 2, sampleRate);
  frame.set(body, HEAD + 6);
  return frame;
}

export const videoFrame = (chunk: Chunk): Uint8Array<ArrayBuffer> => mediaFrame(3, chunk);
export const audioFrame = (chunk: Chunk): Uint8Array<ArrayBuffer> => mediaFrame(4, chunk);

function mediaFrame(kind: 3 | 4, chunk: Chunk): Uint8Array<ArrayBuffer> {
  const { frame } = begin(kind, chunk.type === "key" ? 1 : 0, chunk.timestamp, chunk.byteLength);
  chunk.copyTo(frame.subarray(HEAD));
  return frame;
}

function begin(kind: number, flags: number, time: number, length: number) {
  const frame = new Uint8Array(HEAD + length);
  const view = new DataView(frame.buffer);
  view.setUint8(0, kind);
  view.setUint8(1, flags);
  view.setFloat64(4, time);
  return { frame, view };
}

function bytesOf(source: Bytes | undefined): Uint8Array {
  if (source === undefined) return new Uint8Array();
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
