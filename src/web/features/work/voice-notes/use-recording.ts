import { useEffect, useRef, useState } from "react";
import {
  forgetRecording,
  type KeptRecording,
  keepHead,
  keepPiece,
  readRecording,
} from "./kept-recordings.ts";
import { RecorderFailure, type RecorderTrouble } from "./recorder.ts";
import { beginRun, newGuid, type RecordingRun } from "./recording-run.ts";

export type RecordingStep = "idle" | "asking" | "recording" | "paused" | "review";

/** Messages beside the controls. */
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

/**
 * A recording from the microphone to the review. Each second is stored on the device: after a reload or a crash it is
 * offered again. `onTick` is called several times a second, outside of rendering.
 */
export function useRecording(target: string, onTick: (seconds: number, level: number) => void) {
  const [step, setStep] = useState<RecordingStep>("idle");
  const [recorded, setRecorded] = useState<KeptRecording | null>(null);
  const [notes, setNotes] = useState<RecordingNotes>(calm);
  const run = useRef<RecordingRun | null>(null);
  const isBusy = useRef(false);
  const isShown = useRef(true);

  useEffect(() => {
    let isGone = false;
    isShown.current = true;
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
      isShown.current = false;
      // Its pieces are stored: the next visit to this screen offers it.
      run.current?.recorder.stop();
    };
  }, [target]);

  async function start(): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setNotes(calm);
    setStep("asking");
    try {
      run.current = await beginRun(target, {
        onTick,
        onUnkept: () => setNotes((now) => ({ ...now, isUnkept: true })),
        onEnd(made, reason) {
          isBusy.current = false;
          setRecorded(made);
          const trouble = reason === "broken" ? "broken" : null;
          setNotes((now) => ({ ...now, isFull: reason === "limit", trouble }));
          setStep(made === null ? "idle" : "review");
        },
      });
      // Allowed after the user had left: a microphone that cannot be stopped must not stay on.
      if (isShown.current) setStep("recording");
      else await run.current.drop();
    } catch (error) {
      isBusy.current = false;
      setStep("idle");
      const trouble = error instanceof RecorderFailure ? error.trouble : "no_recording";
      setNotes({ ...calm, trouble });
    }
  }

  return {
    step,
    recorded,
    notes,
    start,
    /** Takes a file instead of a recording. */
    async choose(file: File): Promise<void> {
      const head = { guid: newGuid(), type: file.type, at: file.lastModified, seconds: null };
      await forgetRecording(target);
      setNotes(calm);
      setRecorded({ ...head, blob: file });
      setStep("review");
      if (await keepPiece(target, 0, file)) await keepHead(target, head);
    },
    pause() {
      run.current?.recorder.pause();
      setStep("paused");
    },
    resume() {
      run.current?.recorder.resume();
      setStep("recording");
    },
    stop: () => run.current?.recorder.stop(),
    /** Ends it without a result, also while it is being recorded. Call after a confirmation, or once it was sent. */
    async forget(): Promise<void> {
      await (run.current?.drop() ?? forgetRecording(target));
      run.current = null;
      isBusy.current = false;
      setRecorded(null);
      setNotes(calm);
      setStep("idle");
    },
  };
}

export type Recording = ReturnType<typeof useRecording>;
