import { findFeatures } from "./features.ts";
import { outlineOf } from "./outline.ts";
import { sharpnessOf } from "./pyramid.ts";
import { pathOf } from "./track.ts";
import type { GreyPicture, WalkKeyframe, WalkPath } from "./types.ts";
import { createSolver } from "./walk-solver.ts";
import { noState, type WalkState } from "./walk-state.ts";

export type { WalkState } from "./walk-state.ts";

export interface WalkReader {
  /** Takes the next picture of the video; times must rise. Pictures before `state().at` are ignored. */
  add(picture: GreyPicture): void;
  /** State after the complete time slots so far. Continuing from it gives the same path as one run. */
  state(): WalkState;
  /** The path of all pictures so far, including the last slot; also for a preview while reading goes on. */
  path(): WalkPath;
  /** Pictures with a part of their features, every few steps, for `alignWalk`. */
  keyframes(): readonly WalkKeyframe[];
}

/** Slots per second, of which the sharpest picture is read. */
const SLOTS = 3;
const FEATURES = 1300;

/** Times are rounded by containers: a picture that is a few milliseconds early belongs to its slot. */
const slotOf = (at: number): number => Math.floor(at * SLOTS + 0.06);

/** Reads a walk picture by picture; `start` continues an earlier reader. */
export function createWalkReader(start: WalkState = noState): WalkReader {
  const done = createSolver(start);
  let slot = slotOf(start.at);
  let pending: Pending | undefined;
  return {
    add(picture) {
      const its = slotOf(picture.at);
      if (its < slot) return;
      if (its > slot && pending) {
        readInto(done, pending);
        pending = undefined;
      }
      slot = its;
      const sharpness = sharpnessOf(picture);
      if (pending && pending.sharpness >= sharpness) return;
      // The caller may reuse its buffer for the next picture.
      pending = { picture: { ...picture, grey: Uint8Array.from(picture.grey) }, sharpness };
    },
    state: () => ({ ...done.state(), at: slot / SLOTS }),
    path: () => pathOf(withPending(done, pending).state()),
    keyframes: () => withPending(done, pending).state().keyframes,
  };
}

/** The result as if the last slot were complete, without changing the reader. */
function withPending(solver: ReturnType<typeof createSolver>, pending: Pending | undefined) {
  if (!pending) return solver;
  const copy = createSolver(solver.state());
  readInto(copy, pending);
  return copy;
}

interface Pending {
  readonly picture: GreyPicture;
  readonly sharpness: number;
}

const readInto = (solver: ReturnType<typeof createSolver>, { picture, sharpness }: Pending) =>
  solver.read(picture.at, sharpness, { ...findFeatures(picture, FEATURES), outline: outlineOf(picture) });
