import type { GreyPicture, WalkKeyframe, WalkPath } from "./types.ts";

/** Everything a reader needs to continue: plain objects and typed arrays, for `v8.serialize`. */
export interface WalkState {
  readonly version: 1;
}

export interface WalkReader {
  /** Takes the next picture of the video; times must rise. Pictures earlier than `state().at` are ignored after a resume. */
  add(picture: GreyPicture): void;
  /** State after the pictures so far. Continuing from it gives the same path as one run. */
  state(): WalkState;
  /** The path of all pictures so far, also for a preview while reading goes on. */
  path(): WalkPath;
  /** Pictures with their features, about one per two steps of a metre, for `alignWalk`. */
  keyframes(): readonly WalkKeyframe[];
}

/** Reads a walk picture by picture; `state` continues an earlier reader. */
export function createWalkReader(state?: WalkState): WalkReader {
  throw new Error(`Not available yet: ${state?.version}`);
}
