import { compass, RADIANS } from "./angles.ts";
import type { Chain, Doubts } from "./chain.ts";
import { placeByTime } from "./place-by-time.ts";
import { type Fix, type Solved, solveChain } from "./place-solve.ts";
import { type Frame, framesOf, onPlan } from "./sheet-frames.ts";
import { sheetsOfPictures } from "./sheets-of-pictures.ts";
import type { PlacedPicture, PlacedWalk, WalkPath, WalkSheet, WalkTap } from "./types.ts";
import { stretchesOf } from "./uncertain.ts";

/** Expected error in metres from which a position is drawn dashed. */
export const UNCERTAIN_METRES = 0.9;
/** Expected error below which no further tap is asked for. */
const SURE_METRES = 0.6;
const TAP_METRES = 0.3;

/**
 * Lays a walk on floor plans by taps: one similarity over all taps, then the most likely bends and stretches of the path
 * through them, weighted by the quality of its links. Pure and fast: 1,800 pictures within 50 ms, for each drag.
 */
export function placeWalk(
  path: WalkPath,
  taps: readonly WalkTap[],
  sheets: readonly WalkSheet[],
): PlacedWalk {
  const usable = taps.filter(
    ({ sheet, picture }) => sheets.some(({ id }) => id === sheet) && picture < path.pictures.length,
  );
  if (path.pictures.length === 0 || usable.length === 0)
    return {
      pictures: [],
      uncertain: [],
      next: path.pictures.length === 0 ? undefined : 0,
      method: "time",
      doubtful: [],
    };
  const frames = framesOf(sheets);
  const sheetOf = sheetsOfPictures(path, usable);
  const start = path.hasVision ? startOf(path, usable, frames, sheetOf) : undefined;
  if (start === undefined) return placeByTime(path, usable, frames, sheetOf);
  const fixes = usable.map((tap): Fix => {
    const { x, y } = toFrame(tap, frames);
    return {
      picture: tap.picture,
      x,
      y,
      error: (tap.error ?? TAP_METRES) / start.metres,
      heading: tap.heading === undefined ? undefined : tap.heading * RADIANS,
    };
  });
  return placedOf(path, usable, taps, frames, sheetOf, start, solveChain(start.chain, fixes));
}

const toFrame = ({ sheet, x, y }: WalkTap, frames: ReadonlyMap<string, Frame>) => {
  const { width, height } = frames.get(sheet)!;
  return { x: x * width, y: -y * height };
};

interface Start {
  readonly chain: Chain;
  /** Metres of one unit of the frames. */
  readonly metres: number;
}

/** The track, turned, scaled and moved so that it fits all taps best; undefined when they do not say how. */
function startOf(
  path: WalkPath,
  taps: readonly WalkTap[],
  frames: ReadonlyMap<string, Frame>,
  sheetOf: readonly string[],
): Start | undefined {
  const { pictures } = path;
  const isMetric = [...frames.values()].some((frame) => frame.isMetric);
  const points = taps.map((tap) => ({ ...toFrame(tap, frames), at: pictures[tap.picture]!, tap }));
  const mean = (value: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + value(point), 0) / points.length;
  const [tx, ty, px, py] = [
    mean(({ x }) => x),
    mean(({ y }) => y),
    mean(({ at }) => at.x),
    mean(({ at }) => at.y),
  ];
  let [cos, sin, square] = [0, 0, 0];
  for (const { x, y, at } of points) {
    const [dx, dy, ex, ey] = [at.x - px, at.y - py, x - tx, y - ty];
    cos += dx * ex + dy * ey;
    sin += dy * ex - dx * ey;
    square += dx * dx + dy * dy;
  }
  let scale = Math.hypot(cos, sin) / square;
  let turn = Math.atan2(sin, cos);
  if (!(square > 4) || !(scale > 0)) {
    const known = points.find(({ tap }) => tap.heading !== undefined);
    if (known === undefined || !isMetric) return undefined;
    turn = ((known.tap.heading ?? 0) - known.at.heading) * RADIANS;
    scale = path.stepMetres;
  }
  const [c, s] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  const chain: Chain = {
    x: Float64Array.from(pictures, ({ x, y }) => tx + c * (x - px) + s * (y - py)),
    y: Float64Array.from(pictures, ({ x, y }) => ty + c * (y - py) - s * (x - px)),
    heading: Float64Array.from(pictures, ({ heading }) => heading * RADIANS + turn),
    doubts: doubtsOf(path, scale, sheetOf),
  };
  return { chain, metres: isMetric ? 1 : path.stepMetres / scale };
}

/** Share of a step's relative error that all later steps have, too. */
const LASTING = 0.15;
/** What is known of the whole walk before the taps: nothing. */
const FREE_TURN = 0.6;
const FREE_SCALE = 0.4;
const FREE_STEPS = 300;
/** Floor plans of one building may be drawn with other origins, turned and scaled differently. */
const SHEET_STEPS = 12;
const SHEET_TURN = 0.2;
const SHEET_SCALE = 0.1;
/** Standard deviation of what happened while nothing was seen, in steps. */
const UNKNOWN_STEPS = 5;
/** Smallest error of any step, in steps. */
const LEAST = 0.02;

function doubtsOf({ pictures, links }: WalkPath, scale: number, sheetOf: readonly string[]): Doubts {
  const count = pictures.length;
  const doubts = {
    bend: new Float64Array(count),
    stretch: new Float64Array(count),
    along: new Float64Array(count),
    across: new Float64Array(count),
    jump: new Float64Array(count),
  };
  doubts.bend[0] = FREE_TURN ** 2;
  doubts.stretch[0] = FREE_SCALE ** 2;
  doubts.jump[0] = (FREE_STEPS * scale) ** 2;
  for (let i = 1; i < count; i++) {
    const { turnError, directionError, stepError, quality } = links[i - 1]!;
    const isOtherSheet = sheetOf[i] !== sheetOf[i - 1];
    doubts.bend[i] = (turnError * RADIANS) ** 2 + (isOtherSheet ? SHEET_TURN ** 2 : 0);
    doubts.stretch[i] = (LASTING * stepError) ** 2 + (isOtherSheet ? SHEET_SCALE ** 2 : 0);
    doubts.along[i] = stepError ** 2;
    doubts.across[i] = Math.min(1, directionError * RADIANS) ** 2;
    // A guessed step may have any length, also where the guess is short.
    const guess = quality < 0.05 ? UNKNOWN_STEPS * scale : 0;
    doubts.jump[i] = (LEAST * scale) ** 2 + guess ** 2 + (isOtherSheet ? (SHEET_STEPS * scale) ** 2 : 0);
  }
  return doubts;
}

function placedOf(
  path: WalkPath,
  usable: readonly WalkTap[],
  taps: readonly WalkTap[],
  frames: ReadonlyMap<string, Frame>,
  sheetOf: readonly string[],
  { metres }: Start,
  { chain, errors, doubtful }: Solved,
): PlacedWalk {
  const pictures = path.pictures.map((_, i): PlacedPicture => {
    const sheet = sheetOf[i]!;
    const error = errors[i]! * metres;
    return {
      sheet,
      ...onPlan(frames.get(sheet)!, chain.x[i]!, chain.y[i]!),
      heading: compass(chain.heading[i]! / RADIANS),
      error,
      isUncertain: error > UNCERTAIN_METRES,
    };
  });
  return {
    pictures,
    uncertain: stretchesOf(pictures),
    next: nextOf(pictures),
    method: "vision",
    doubtful: doubtful.map((index) => taps.indexOf(usable[index]!)),
  };
}

/** The picture with the largest expected error, unless all are sure enough. */
function nextOf(pictures: readonly PlacedPicture[]): number | undefined {
  let [largest, found] = [SURE_METRES, -1];
  for (const [i, { error }] of pictures.entries())
    if (error > largest) {
      largest = error;
      found = i;
    }
  return found < 0 ? undefined : found;
}
