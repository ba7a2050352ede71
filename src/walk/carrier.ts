import { RADIANS } from "./angles.ts";
import type { Measured } from "./measure-pair.ts";
import type { Features } from "./types.ts";

const COLUMNS = 72;
const ROWS = 36;
/** Turn between two pictures from which a corner that stays where it was must move with the camera. */
const TURN = 4 * RADIANS;
const SAME = 0.8 * RADIANS;
const ENOUGH = 4;
/** Quality of a pair whose turn is believed. */
const SURE = 0.2;

interface Counts {
  readonly still: Float32Array;
  readonly seen: Float32Array;
}

const cellAt = (angles: Float32Array, i: number) => {
  const column = Math.min(COLUMNS - 1, Math.floor((angles[i * 2]! / (2 * Math.PI) + 0.5) * COLUMNS));
  const row = Math.min(ROWS - 1, Math.max(0, Math.floor((0.5 - angles[i * 2 + 1]! / Math.PI) * ROWS)));
  return row * COLUMNS + column;
};

/** Learns which parts of the picture show the person or pole that carries the camera: they turn with it. */
export function createCarrier(start: Counts) {
  const size = COLUMNS * ROWS;
  const still = start.still.length === size ? Float32Array.from(start.still) : new Float32Array(size);
  const seen = start.seen.length === size ? Float32Array.from(start.seen) : new Float32Array(size);
  return {
    learn(first: Features, second: Features, { pose, raw, quality }: Measured): void {
      if (quality < SURE) return;
      if (Math.abs(Math.atan2(Math.sin(pose.turn), Math.cos(pose.turn))) < TURN) return;
      for (let m = 0; m < raw.count; m++) {
        const [a, b] = [raw.a[m]!, raw.b[m]!];
        const yaw = first.anglesRadians[a * 2]! - second.anglesRadians[b * 2]!;
        const pitch = first.anglesRadians[a * 2 + 1]! - second.anglesRadians[b * 2 + 1]!;
        const cell = cellAt(first.anglesRadians, a);
        seen[cell]!++;
        if (Math.abs(Math.atan2(Math.sin(yaw), Math.cos(yaw))) < SAME && Math.abs(pitch) < SAME)
          still[cell]!++;
      }
    },
    /** The features outside those parts. */
    without(features: Features): Features {
      const kept: number[] = [];
      for (let i = 0; i < features.count; i++) {
        const cell = cellAt(features.anglesRadians, i);
        if (still[cell]! < ENOUGH || still[cell]! < 0.5 * seen[cell]!) kept.push(i);
      }
      if (kept.length === features.count) return features;
      const anglesRadians = new Float32Array(kept.length * 2);
      const words = new Int32Array(kept.length * 8);
      for (const [to, from] of kept.entries()) {
        anglesRadians.set(features.anglesRadians.subarray(from * 2, from * 2 + 2), to * 2);
        words.set(features.words.subarray(from * 8, from * 8 + 8), to * 8);
      }
      const levels = Uint8Array.from(kept, (from) => features.levels[from]!);
      return { ...features, count: kept.length, anglesRadians, words, levels };
    },
    state: (): Counts => ({ still: Float32Array.from(still), seen: Float32Array.from(seen) }),
  };
}
