import { keepAwake } from "#web/lib/keep-awake.ts";
import { forgetRecording, type KeptRecording, keepHead, keepPiece } from "./kept-recordings.ts";
import { type Recorder, startRecorder } from "./recorder.ts";

/** One recording under way, stored on the device second by second. */
export interface RecordingRun {
  readonly recorder: Recorder;
  /** Ends it, and everything that was stored of it. */
  drop(): Promise<void>;
}

export interface RunEvents {
  /** Several times a second: seconds so far, and the level of the sound, 0 to 1. */
  onTick(seconds: number, level: number): void;
  /** This browser stores nothing. */
  onUnkept(): void;
  /** `recorded` is null without any sound. Not called after `drop`. */
  onEnd(recorded: KeptRecording | null, reason: "stopped" | "limit" | "broken"): void;
}

/** Begins a recording for a snag or a day. Throws `RecorderFailure`. */
export async function beginRun(target: string, events: RunEvents): Promise<RecordingRun> {
  const head = { guid: newGuid(), at: Date.now() };
  const pieces: Blob[] = [];
  let isDropped = false;
  let writing: Promise<unknown> = forgetRecording(target);
  let recorder: Recorder | undefined;
  const soFar = () => ({ ...head, type: recorder?.type ?? "", seconds: recorder?.seconds() ?? null });
  const rest = keepAwake();
  try {
    recorder = await startRecorder({
      onTick: events.onTick,
      onPiece(piece, index) {
        if (isDropped) return;
        pieces.push(piece);
        const now = soFar();
        // In order: a piece without its head, or one before an earlier one, could not be restored.
        writing = writing
          .then(() => keepPiece(target, index, piece))
          .then((isStored) => isStored || events.onUnkept())
          .then(() => keepHead(target, now));
      },
      onEnd(reason) {
        rest();
        if (isDropped) return;
        const now = soFar();
        const recorded = { ...now, blob: new Blob(pieces, { type: now.type }) };
        events.onEnd(pieces.length === 0 ? null : recorded, reason);
      },
    });
  } catch (error) {
    rest();
    throw error;
  }
  const own = recorder;
  return {
    recorder: own,
    async drop() {
      isDropped = true;
      own.stop();
      await writing;
      await forgetRecording(target);
    },
  };
}

/** `crypto.randomUUID` is missing where a page came by plain http from another machine. */
export function newGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
