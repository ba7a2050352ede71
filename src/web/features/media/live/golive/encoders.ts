import { audioConfigFrame, audioFrame, videoConfigFrame, videoFrame } from "#web/lib/live-frames.ts";
import { sizeFor, type steps } from "./pressure.ts";
import { watchPictures, watchSound } from "./track-frames.ts";

/** Seconds between key frames: the minimum delay of any viewer. */
const GOP = 2;

type Step = (typeof steps)[number];
type Send = (frame: Uint8Array<ArrayBuffer>) => void;

export interface PictureEncoder {
  /** Sends the codec configuration on a socket that has just been opened; the next frame is a key frame. */
  begin(): void;
  use(step: Step): void;
  /** Switches to another camera. */
  watch(track: MediaStreamTrack): void;
  size(): { readonly width: number; readonly height: number };
  close(): void;
}

export interface PictureOptions {
  readonly codec: string;
  readonly step: Step;
  readonly send: Send;
  /** Milliseconds since the page was loaded: sound and video use the same clock. */
  readonly now: () => number;
  /** False to drop this frame. */
  readonly wants: () => boolean;
  readonly onFailure: (error: Error) => void;
}

export function encodePictures(options: PictureOptions): PictureEncoder {
  const { codec, send, now } = options;
  let step = options.step;
  let size = { width: 0, height: 0 };
  let head: Uint8Array<ArrayBuffer> | null = null;
  let keyAt = Number.NEGATIVE_INFINITY;
  let isLeftOut = false;
  let stop = () => undefined as void;

  const encoder = new VideoEncoder({
    error: options.onFailure,
    output(chunk, metadata) {
      const description = metadata?.decoderConfig?.description;
      if (description !== undefined) {
        head = videoConfigFrame({ ...size, description });
        send(head);
      }
      send(videoFrame(chunk));
    },
  });

  function configure(width: number, height: number): void {
    size = { width, height };
    encoder.configure({
      codec,
      width,
      height,
      bitrate: step.bitrate,
      framerate: 30,
      latencyMode: "realtime",
      avc: { format: "avc" },
    });
    keyAt = Number.NEGATIVE_INFINITY;
  }

  function take(frame: VideoFrame): void {
    if (encoder.state === "closed") return frame.close();
    const wanted = sizeFor(frame.displayWidth, frame.displayHeight, step.height);
    if (wanted.width !== size.width || wanted.height !== size.height) configure(wanted.width, wanted.height);
    // Frames are dropped when the encoder is too slow, as well as when the socket is.
    if (!options.wants() || encoder.encodeQueueSize > 2) {
      isLeftOut = true;
      return frame.close();
    }
    const at = now();
    const isKey = at - keyAt >= GOP * 1000 || isLeftOut;
    if (isKey) keyAt = at;
    isLeftOut = false;
    const timed = new VideoFrame(frame, { timestamp: Math.round(at * 1000) });
    frame.close();
    encoder.encode(timed, { keyFrame: isKey });
    timed.close();
  }

  return {
    begin() {
      if (head !== null) send(head);
      keyAt = Number.NEGATIVE_INFINITY;
    },
    use(next) {
      step = next;
      // Also for an unchanged size: another bit rate is another configuration.
      if (size.width > 0) size = { width: 0, height: 0 };
    },
    watch(track) {
      stop();
      stop = watchPictures(track, take);
    },
    size: () => size,
    close() {
      stop();
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

export interface SoundEncoder {
  begin(): void;
  close(): void;
}

/** Null where this browser encodes neither AAC nor Opus. */
export async function encodeSound(
  track: MediaStreamTrack,
  { send, now }: Pick<PictureOptions, "send" | "now">,
): Promise<SoundEncoder | null> {
  const { sampleRate = 48_000, channelCount = 1 } = track.getSettings();
  const channels = Math.min(channelCount, 2);
  const codec = await soundCodec(sampleRate, channels);
  if (codec === null) return null;
  let head: Uint8Array<ArrayBuffer> | null = null;
  /** Position in the sound so far, in microseconds: pieces follow each other without a gap, whenever they arrive. */
  let heard = Number.NaN;
  const encoder = new AudioEncoder({
    // A microphone failure does not stop the video.
    error: () => undefined,
    output(chunk, metadata) {
      if (metadata?.decoderConfig !== undefined) {
        const { description, numberOfChannels, sampleRate: rate } = metadata.decoderConfig;
        head = audioConfigFrame({ codec, channels: numberOfChannels, sampleRate: rate, description });
        send(head);
      }
      send(audioFrame(chunk));
    },
  });
  let rate = 0;

  const stop = watchSound(track, (data) => {
    if (encoder.state === "closed") return data.close();
    if (rate !== data.sampleRate) {
      rate = data.sampleRate;
      encoder.configure({
        codec: codec === "aac" ? "mp4a.40.2" : "opus",
        sampleRate: rate,
        numberOfChannels: data.numberOfChannels,
        bitrate: 96_000,
      });
    }
    const at = now() * 1000 - data.duration;
    if (Number.isNaN(heard) || Math.abs(at - heard) > 200_000) heard = at;
    encoder.encode(retimed(data, Math.round(heard)));
    heard += data.duration;
  });

  return {
    begin: () => head !== null && send(head),
    close() {
      stop();
      if (encoder.state !== "closed") encoder.close();
    },
  };
}

/** First the codec that plays on every phone. */
async function soundCodec(sampleRate: number, numberOfChannels: number): Promise<"aac" | "opus" | null> {
  if (!("AudioEncoder" in window)) return null;
  const knows = async (codec: string) => {
    const config = { codec, sampleRate, numberOfChannels, bitrate: 96_000 };
    return (await AudioEncoder.isConfigSupported(config).catch(() => null))?.supported === true;
  };
  if (await knows("mp4a.40.2")) return "aac";
  return (await knows("opus")) ? "opus" : null;
}

function retimed(data: AudioData, timestamp: number): AudioData {
  const { numberOfFrames, numberOfChannels, sampleRate } = data;
  const samples = new Float32Array(numberOfFrames * numberOfChannels);
  for (let plane = 0; plane < numberOfChannels; plane += 1)
    data.copyTo(samples.subarray(plane * numberOfFrames), { planeIndex: plane, format: "f32-planar" });
  data.close();
  return new AudioData({
    format: "f32-planar",
    sampleRate,
    numberOfFrames,
    numberOfChannels,
    timestamp,
    data: samples,
  });
}
