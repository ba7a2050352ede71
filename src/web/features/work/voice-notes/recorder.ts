import { voiceLimits } from "#contract/voice-notes.ts";

/** Why nothing is recorded. */
export type RecorderTrouble = "denied" | "no_microphone" | "no_recording" | "broken";

export class RecorderFailure extends Error {
  override name = "RecorderFailure";
  readonly trouble: RecorderTrouble;
  constructor(trouble: RecorderTrouble) {
    super(trouble);
    this.trouble = trouble;
  }
}

export interface RecorderEvents {
  /** A piece of the sound, about one a second. */
  onPiece(piece: Blob, index: number): void;
  /** Several times a second: seconds recorded so far, and the level of the sound, 0 to 1. */
  onTick(seconds: number, level: number): void;
  /** It ended: stopped, at the limit, or because the microphone is gone. All pieces were reported before. */
  onEnd(reason: "stopped" | "limit" | "broken"): void;
}

export interface Recorder {
  readonly type: string;
  pause(): void;
  resume(): void;
  stop(): void;
  seconds(): number;
}

/** Opus where the browser has it, AAC in Safari. */
const types = ["audio/webm;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4", "audio/ogg;codecs=opus"];
/** Speech is understood well at this rate; five minutes are 1.8 MB. */
const BITS = 48_000;
const PIECE_MS = 1000;
const TICK_MS = 100;

export const canRecord = (): boolean =>
  typeof globalThis.MediaRecorder === "function" && navigator.mediaDevices?.getUserMedia !== undefined;

/** Asks for the microphone and records. Throws `RecorderFailure`. */
export async function startRecorder(events: RecorderEvents): Promise<Recorder> {
  if (!canRecord()) throw new RecorderFailure("no_recording");
  const stream = await navigator.mediaDevices
    .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 } })
    .catch((error: unknown) => {
      const { name } = error as { name?: string };
      throw new RecorderFailure(
        name === "NotAllowedError" || name === "SecurityError" ? "denied" : "no_microphone",
      );
    });
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  try {
    const media = new MediaRecorder(stream, {
      audioBitsPerSecond: BITS,
      ...(type !== undefined && { mimeType: type }),
    });
    return run(media, stream, events);
  } catch {
    for (const track of stream.getTracks()) track.stop();
    throw new RecorderFailure("no_recording");
  }
}

function run(media: MediaRecorder, stream: MediaStream, events: RecorderEvents): Recorder {
  const meter = levelOf(stream);
  let before = 0;
  let since: number | null = null;
  let pieces = 0;
  let reason: "stopped" | "limit" | "broken" = "broken";
  const seconds = () => (before + (since === null ? 0 : performance.now() - since)) / 1000;
  const halt = () => {
    before = seconds() * 1000;
    since = null;
  };
  const stop = (why: typeof reason) => {
    if (media.state === "inactive") return;
    reason = why;
    media.stop();
  };

  media.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) events.onPiece(data, pieces++);
  });
  media.addEventListener("start", () => {
    since = performance.now();
  });
  const timer = setInterval(() => {
    events.onTick(seconds(), media.state === "recording" ? meter.read() : 0);
    if (seconds() >= voiceLimits.seconds) stop("limit");
  }, TICK_MS);
  media.addEventListener("stop", () => {
    halt();
    clearInterval(timer);
    meter.close();
    for (const track of stream.getTracks()) track.stop();
    events.onEnd(reason);
  });
  media.start(PIECE_MS);

  return {
    type: media.mimeType,
    seconds,
    pause() {
      if (media.state !== "recording") return;
      media.pause();
      halt();
    },
    resume() {
      if (media.state !== "paused") return;
      media.resume();
      since = performance.now();
    },
    stop: () => stop("stopped"),
  };
}

/** The loudness of a stream; 0 where the browser cannot measure it. */
function levelOf(stream: MediaStream): { read(): number; close(): void } {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      read() {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        // Speech has a root mean square of about 0.1.
        return Math.min(1, Math.sqrt(power) * 5);
      },
      close: () => void context.close().catch(() => undefined),
    };
  } catch {
    return { read: () => 0, close: () => undefined };
  }
}
