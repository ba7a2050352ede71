import { useEffect, useRef, useState } from "react";
import { voiceLimits } from "#contract/voice-notes.ts";
import { keepAwake } from "#web/lib/keep-awake.ts";
import {
  forgetRecording,
  type KeptRecording,
  keepHead,
  keepPiece,
  readRecording,
} from "./kept-recordings.ts";
import { type Recorder, RecorderFailure, type RecorderTrouble, startRecorder } from "./recorder.ts";

export type RecordingStep = "idle" | "asking" | "recording" | "paused" | "review";

/** What is shown beside the controls. */
export interface RecordingNotes {
  readonly trouble: RecorderTrouble | null;
  /** The limit ended it. */
  readonly isFull: boolean;
  /** It was begun before this page was opened. */
  readonly isBack: boolean;
  /** This browser stores nothing: leaving the page loses it. */
  readonly isUnkept: boolean;
}

const calm: RecordingNotes = { trouble: null, isFull: false, isBack: false, isUnkept: false };

/** `crypto.randomUUID` is missing where a page came by plain http from another machine. */
function newGuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

interface Run {
  isDropped: boolean;
  /** Ends when everything so far is stored. */
  writing: Promise<unknown>;
}

/**
 * A recording from the microphone to the review. Each second is stored on the device: after a reload or a crash it is
 * offered again. `onTick` is called several times a second, outside of rendering.
 */
export function useRecording(target: string, onTick: (seconds: number, level: number) => void) {
  const [step, setStep] = useState<RecordingStep>("idle");
  const [recorded, setRecorded] = useState<KeptRecording | null>(null);
  const [notes, setNotes] = useState<RecordingNotes>(calm);
  const recorder = useRef<Recorder | null>(null);
  /** The run whose sound arrives; a dropped one is ignored to its end. */
  const run = useRef<Run>({ isDropped: false, writing: Promise.resolve() });
  const isBusy = useRef(false);

  useEffect(() => {
    let isGone = false;
    void readRecording(target).then((kept) => {
      // A recording begun meanwhile is newer.
      if (kept === undefined || isGone || isBusy.current) return undefined;
      setRecorded(kept);
      setNotes({ ...calm, isBack: true });
      setStep("review");
      return undefined;
    });
    return () => {
      isGone = true;
      // Its pieces are stored: the next visit to this screen offers it.
      recorder.current?.stop();
    };
  }, [target]);

  async function start(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setNotes(calm);
    setStep("asking");
    const head = { guid: newGuid(), at: Date.now() };
    const pieces: Blob[] = [];
    let type = "";
    const own: Run = { isDropped: false, writing: forgetRecording(target) };
    run.current = own;
    const rest = keepAwake();
    const isStored = (stored: boolean) => void (stored || setNotes((now) => ({ ...now, isUnkept: true })));
    try {
      const microphone = await startRecorder({
        onPiece(piece, index) {
          if (own.isDropped) return;
          pieces.push(piece);
          const now = { ...head, type, seconds: recorder.current?.seconds() ?? index + 1 };
          // In order: a piece without its head, or one before an earlier one, could not be restored.
          own.writing = own.writing
            .then(() => keepPiece(target, index, piece))
            .then(isStored)
            .then(() => keepHead(target, now));
        },
        onTick,
        onEnd(reason) {
          rest();
          isBusy.current = false;
          const seconds = recorder.current?.seconds() ?? null;
          recorder.current = null;
          if (own.isDropped) return;
          setRecorded({ ...head, type, seconds, blob: new Blob(pieces, { type }) });
          setNotes((now) => ({
            ...now,
            isFull: reason === "limit",
            trouble: reason === "broken" ? "broken" : null,
          }));
          setStep(pieces.length === 0 ? "idle" : "review");
        },
      });
      type = microphone.type;
      recorder.current = microphone;
      setStep("recording");
    } catch (error) {
      rest();
      isBusy.current = false;
      setStep("idle");
      const trouble = error instanceof RecorderFailure ? error.trouble : "no_recording";
      setNotes({ ...calm, trouble });
    }
  }

  /** Takes a file instead of a recording. */
  async function choose(file: File): Promise<void> {
    const head = { guid: newGuid(), type: file.type, at: file.lastModified, seconds: null };
    await forgetRecording(target);
    setNotes(calm);
    setRecorded({ ...head, blob: file });
    setStep("review");
    if (await keepPiece(target, 0, file)) await keepHead(target, head);
  }

  return {
    step,
    recorded,
    notes,
    start,
    choose,
    pause() {
      recorder.current?.pause();
      setStep("paused");
    },
    resume() {
      recorder.current?.resume();
      setStep("recording");
    },
    stop: () => recorder.current?.stop(),
    /** Ends it without a result, also while it is being recorded. Call after a confirmation, or once it was sent. */
    async forget(): Promise<void> {
      const { current: own } = run;
      own.isDropped = true;
      recorder.current?.stop();
      await own.writing;
      await forgetRecording(target);
      setRecorded(null);
      setNotes(calm);
      setStep("idle");
    },
    limit: voiceLimits.seconds,
  };
}

export type Recording = ReturnType<typeof useRecording>;
