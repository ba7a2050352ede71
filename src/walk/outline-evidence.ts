import { COLUMN_LENGTH, COLUMNS } from "./outline.ts";

/** Directions of the step between two pictures that are tried. */
export const DIRECTIONS = 36;
/** Distances of the step that each column may have, as shares of the distance of what it shows. */
const STEPS = [0, 0.1, 0.2, 0.32, 0.45, 0.6];
/** Units of stored evidence per standard deviation. */
const UNITS = 20;

/** How well two outlines fit, in standard deviations over all that is tried; one byte each. */
export interface OutlineEvidence {
  /** For each turn in steps of 5 degrees, as seen from one position. */
  readonly turns: Int8Array;
  /** For each turn and each direction of the step in the first picture, in steps of 10 degrees. */
  readonly steps: Int8Array;
}

/** Column in which a point of column `i` appears after a step; by direction, column and length. */
const MOVED = movedColumns();

function movedColumns(): Int16Array {
  const moved = new Int16Array(DIRECTIONS * COLUMNS * STEPS.length);
  for (let d = 0; d < DIRECTIONS; d++)
    for (let i = 0; i < COLUMNS; i++)
      for (const [k, step] of STEPS.entries()) {
        const yaw = ((i + 0.5) / COLUMNS) * 2 * Math.PI - Math.PI;
        const direction = (d / DIRECTIONS) * 2 * Math.PI;
        const after = Math.atan2(
          Math.sin(yaw) - step * Math.sin(direction),
          Math.cos(yaw) - step * Math.cos(direction),
        );
        const column = Math.round(((after + Math.PI) / (2 * Math.PI)) * COLUMNS - 0.5);
        moved[(d * COLUMNS + i) * STEPS.length + k] = (column + COLUMNS) % COLUMNS;
      }
  return moved;
}

/**
 * Compares two outlines over all turns and directions of the step between their positions. Each column may lie at a
 * distance of its own, the best of a few (min-warping: Möller, Krzykawski and Gerstmayr 2010, after the warping of Franz et
 * al. 1998). Right turns stand out up to about 1.5 m, across building stages too.
 */
export function evidenceOf(first: Int8Array, second: Int8Array): OutlineEvidence {
  const alike = columnsAlike(first, second);
  const turns = new Float32Array(COLUMNS);
  for (let turn = 0; turn < COLUMNS; turn++)
    for (let i = 0; i < COLUMNS; i++) turns[turn]! += alike[i * COLUMNS + ((i - turn + COLUMNS) % COLUMNS)]!;
  const steps = new Float32Array(COLUMNS * DIRECTIONS);
  // Rows are written twice, so that a turn needs no division.
  const row = new Float32Array(2 * COLUMNS);
  for (let i = 0; i < COLUMNS; i++) {
    row.set(alike.subarray(i * COLUMNS, (i + 1) * COLUMNS));
    row.copyWithin(COLUMNS, 0, COLUMNS);
    for (let d = 0; d < DIRECTIONS; d++) addColumn(row, (d * COLUMNS + i) * STEPS.length, d, steps);
  }
  return { turns: inDeviations(turns), steps: inDeviations(steps) };
}

function addColumn(row: Float32Array, moved: number, direction: number, steps: Float32Array): void {
  for (let turn = 0; turn < COLUMNS; turn++) {
    let best = -1;
    for (let k = 0; k < STEPS.length; k++) {
      const value = row[MOVED[moved + k]! + COLUMNS - turn]!;
      if (value > best) best = value;
    }
    steps[turn * DIRECTIONS + direction]! += best;
  }
}

/** Cosine of each column of the first with each of the second; empty columns are like none. */
function columnsAlike(first: Int8Array, second: Int8Array): Float32Array {
  const [a, b] = [normalised(first), normalised(second)];
  const alike = new Float32Array(COLUMNS * COLUMNS);
  for (let i = 0; i < COLUMNS; i++)
    for (let j = 0; j < COLUMNS; j++) {
      let sum = 0;
      for (let k = 0; k < COLUMN_LENGTH; k++) sum += a[i * COLUMN_LENGTH + k]! * b[j * COLUMN_LENGTH + k]!;
      alike[i * COLUMNS + j] = sum;
    }
  return alike;
}

const EMPTY = 0.3 * 127;

function normalised(outline: Int8Array): Float32Array {
  const out = Float32Array.from(outline);
  for (let i = 0; i < COLUMNS; i++) {
    const column = out.subarray(i * COLUMN_LENGTH, (i + 1) * COLUMN_LENGTH);
    let squares = 0;
    for (const value of column) squares += value * value;
    const scale = 1 / (Math.sqrt(squares) + EMPTY);
    for (let k = 0; k < COLUMN_LENGTH; k++) column[k]! *= scale;
  }
  return out;
}

function inDeviations(values: Float32Array): Int8Array {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const deviation = Math.sqrt(Math.max(1e-12, squares / values.length - mean * mean));
  return Int8Array.from(values, (value) =>
    Math.max(-127, Math.min(127, Math.round(((value - mean) / deviation) * UNITS))),
  );
}

const bin = (degrees: number, count: number) =>
  ((Math.round((degrees * count) / 360) % count) + count) % count;

/** Evidence for a turn alone; degrees. */
export function turnEvidence({ turns }: OutlineEvidence, turn: number): number {
  const at = (turn / 360) * COLUMNS;
  const low = Math.floor(at);
  const [a, b] = [((low % COLUMNS) + COLUMNS) % COLUMNS, (((low + 1) % COLUMNS) + COLUMNS) % COLUMNS];
  return (turns[a]! * (low + 1 - at) + turns[b]! * (at - low)) / UNITS;
}

/** Evidence for a turn and a direction of the step in the first picture; degrees. */
export function stepEvidence({ steps }: OutlineEvidence, turn: number, direction: number): number {
  const at = (turn / 360) * COLUMNS;
  const low = Math.floor(at);
  const [a, b] = [((low % COLUMNS) + COLUMNS) % COLUMNS, (((low + 1) % COLUMNS) + COLUMNS) % COLUMNS];
  const d = bin(direction, DIRECTIONS);
  return (steps[a * DIRECTIONS + d]! * (low + 1 - at) + steps[b * DIRECTIONS + d]! * (at - low)) / UNITS;
}

/** The turn that fits best as seen from one position, degrees. */
export function bestTurn({ turns }: OutlineEvidence) {
  const value = Math.max(...turns);
  return { turn: (turns.indexOf(value) / COLUMNS) * 360, value: value / UNITS };
}

/** The turns that fit best, each with its best direction of the step, best first; degrees. */
export function peaksOf({ steps }: OutlineEvidence, most: number, least: number) {
  const best = Array.from({ length: COLUMNS }, (_, turn) => {
    let direction = 0;
    for (let d = 1; d < DIRECTIONS; d++)
      if (steps[turn * DIRECTIONS + d]! > steps[turn * DIRECTIONS + direction]!) direction = d;
    return { turn, direction, value: steps[turn * DIRECTIONS + direction]! / UNITS };
  });
  const peaks = best.filter(
    ({ turn, value }) =>
      value >= least && [-2, -1, 1, 2].every((by) => value >= best[(turn + by + COLUMNS) % COLUMNS]!.value),
  );
  return peaks
    .toSorted((a, b) => b.value - a.value)
    .slice(0, most)
    .map(({ turn, direction, value }) => ({
      turn: (turn / COLUMNS) * 360,
      direction: (direction / DIRECTIONS) * 360,
      value,
    }));
}
