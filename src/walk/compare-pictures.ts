import { RADIANS } from "./angles.ts";
import { eyeOf } from "./eye.ts";
import { type Measured, measurePair } from "./measure-pair.ts";
import type { Features } from "./types.ts";

/** How a picture relates to one of an earlier date. */
export interface Comparison {
  /** 0 to 1: how surely both show the same surroundings. */
  readonly confidence: number;
  readonly inliers: number;
  /** Heading of the second minus that of the first, degrees. */
  readonly turn: number;
  /** Yaw of the step from the first to the second, in the first, degrees. */
  readonly direction: number;
  /** Median angle by which corners moved apart, radians. */
  readonly parallax: number;
  /** Height of the camera over the floor in steps; 0 when no floor was seen. */
  readonly eye: number;
}

/** Pictures of other dates share fewer corners than neighbours of one walk. */
const FEWEST = 16;
const SURE = 45;

/** Compares two pictures that may be months apart; undefined when they share too little. */
export function comparePictures(first: Features, second: Features): Comparison | undefined {
  const measured = measurePair(first, second);
  if (measured === undefined || measured.inliers < FEWEST) return undefined;
  const confidence = confidenceOf(measured);
  return {
    confidence,
    inliers: measured.inliers,
    turn: measured.pose.turn / RADIANS,
    direction: measured.pose.direction / RADIANS,
    parallax: measured.parallax,
    eye: eyeOf(first, measured.points),
  };
}

const within = (value: number) => Math.max(0, Math.min(1, value));

const confidenceOf = ({ inliers, lead }: Measured): number =>
  within((inliers - FEWEST) / (SURE - FEWEST)) * within((lead - 1.1) / 0.7);
