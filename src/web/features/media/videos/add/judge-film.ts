import { limits } from "#contract/limits.ts";
import {
  checkFacts,
  type FilmFacts,
  type FilmLimits,
  type FilmRefusal,
  refused,
  stillOf,
} from "./film-rules.ts";

export interface JudgedFilm {
  readonly facts: FilmFacts;
  /** Null where the browser could not draw one; the server creates one then. */
  readonly still: File | null;
}

/** `drawing`: the video has passed, its thumbnail is being drawn. */
export type JudgeStep = "judging" | "drawing";

/**
 * Reads a video by the browser's own player, then draws its thumbnail. Rejects with a `FilmRefusal`, also for a video
 * that yields no metadata within 30 s.
 */
export async function judgeFilm(
  file: File,
  film: FilmLimits,
  onStep: (step: JudgeStep) => void,
  signal: AbortSignal,
): Promise<JudgedFilm> {
  const video = document.createElement("video");
  const address = URL.createObjectURL(file);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limits.video.judge);
  const ended = AbortSignal.any([signal, late.signal]);
  try {
    onStep("judging");
    video.muted = true;
    video.playsInline = true;
    video.preload = "auto";
    video.src = address;
    await heard(video, "loadedmetadata", ended);
    const facts = { width: video.videoWidth, height: video.videoHeight, duration: video.duration };
    // A video without pictures or without a duration is rejected as unreadable.
    if (facts.width === 0 || !Number.isFinite(facts.duration) || facts.duration <= 0)
      throw new Refused(refused("VIDEO_UNREADABLE"));
    const problem = checkFacts(facts, film);
    if (problem !== null) throw new Refused(problem);
    onStep("drawing");
    return { facts, still: await drawStill(video, facts, file.name, ended) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (late.signal.aborted) throw new Refused({ key: "videos.timed_out", values: {} });
    throw error instanceof Refused ? error : new Refused(refused("VIDEO_UNREADABLE"));
  } finally {
    clearTimeout(timer);
    video.removeAttribute("src");
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** A rejected video, with the reason. */
export class Refused extends Error {
  readonly refusal: FilmRefusal;

  constructor(refusal: FilmRefusal) {
    super(refusal.key);
    this.name = "Refused";
    this.refusal = refusal;
  }
}

async function drawStill(
  video: HTMLVideoElement,
  facts: FilmFacts,
  name: string,
  signal: AbortSignal,
): Promise<File | null> {
  const still = stillOf(facts);
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) await heard(video, "loadeddata", signal);
  const there = heard(video, "seeked", signal);
  video.currentTime = still.at;
  await there;
  const canvas = document.createElement("canvas");
  canvas.width = still.width;
  canvas.height = still.height;
  canvas.getContext("2d")?.drawImage(video, 0, 0, still.width, still.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", limits.video.thumbnail.quality),
  );
  const plain = name.replace(/\.[^.]*$/, "");
  return blob === null ? null : new File([blob], `${plain}.jpg`, { type: "image/jpeg" });
}

function heard(
  video: HTMLVideoElement,
  event: "loadedmetadata" | "loadeddata" | "seeked",
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = new AbortController();
    const done = (act: () => void) => () => {
      end.abort();
      act();
    };
    const once = { once: true, signal: end.signal };
    video.addEventListener(event, done(resolve), once);
    video.addEventListener(
      "error",
      done(() => reject(video.error ?? new Error("The video could not be read."))),
      once,
    );
    signal.addEventListener(
      "abort",
      done(() => reject(signal.reason)),
      once,
    );
    if (signal.aborted) done(() => reject(signal.reason))();
  });
}
