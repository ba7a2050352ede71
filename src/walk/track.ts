import { compass, medianOf, RADIANS } from "./angles.ts";
import { EYE_METRES, floorChangesOf, tiltOf } from "./storeys.ts";
import {
  isReturn,
  movingSeconds,
  paceOf,
  solveHeadings,
  solvePositions,
  solveSteps,
  USABLE,
} from "./track-solve.ts";
import type { WalkLink, WalkPath, WalkPicture, WalkStop } from "./types.ts";
import type { NodePair, WalkState } from "./walk-state.ts";

/** Metres that a person with a camera walks in a second. */
const PACE_METRES = 0.9;
/** Share of pairs that must be measured for a path by vision. */
const LEAST_VISION = 0.3;
/** Pictures of a stop, at three per second. */
const LEAST_STOP = 6;

/** Standard errors beyond what the matches of a pair say of themselves. */
const TURN_ERROR = 0.25;
const DIRECTION_ERROR = 2;
const STEP_ERROR = 0.12;
const UNKNOWN: WalkLink = { quality: 0, turnError: 60, directionError: 60, stepError: 0.8 };
const STILL: WalkLink = { quality: 1, turnError: 0.1, directionError: 0, stepError: 0 };

/** Puts the measured pairs of a walk together. */
export function pathOf(state: WalkState): WalkPath {
  const { nodePictures, pairs } = state;
  const nodes = nodePictures.length;
  const seconds = movingSeconds(state);
  const steps = solveSteps(state, seconds);
  const headings = solveHeadings(nodes, pairs);
  const positions = solvePositions(pairs, headings, steps, seconds);
  const chained = new Map(
    pairs.flatMap((pair) =>
      pair.to === pair.from + 1 && pair.quality >= USABLE ? [[pair.to, pair] as const] : [],
    ),
  );
  const unit = unitOf(positions, nodes);
  const pace = paceOf(pairs, steps, seconds);
  const eyes = pairs.flatMap(({ eye, quality }, i) =>
    eye > 0 && quality >= USABLE ? [eye * steps[i]!] : [],
  );
  const metres = eyes.length >= 5 ? EYE_METRES / medianOf(eyes) : PACE_METRES / pace;
  const tilt = tiltOf(pairs);
  const changes = floorChangesOf(pairs, steps, tilt, metres);
  const storeyOf = (node: number) =>
    changes.reduce((sum, change) => (change.node <= node ? sum + change.storeys : sum), 0);
  const around = pictureNodes(state);
  const pictures = state.pictures.map(({ at, sharpness, turn }, i): WalkPicture => {
    const { from, to, share } = around[i]!;
    const mix = (k: number) =>
      ((positions[from * 2 + k] ?? 0) * (1 - share) + (positions[to * 2 + k] ?? 0) * share) / unit;
    const heading = (headings[from] ?? 0) * (1 - share) + (headings[to] ?? 0) * share + turn;
    return {
      at,
      sharpness: Math.round(sharpness * 10) / 10,
      x: rounded(mix(0)),
      y: rounded(mix(1)),
      heading: rounded(compass(heading / RADIANS)),
      storey: storeyOf(from),
    };
  });
  return {
    version: 1,
    pictures,
    links: linksOf(around, pairs, chained),
    stops: stopsOf(state),
    floorChanges: changes.map(({ node, storeys }) => ({ at: nodePictures[node]!, storeys })),
    stepMetres: rounded(unit * metres),
    tilt: { pitch: rounded(tilt.pitch / RADIANS), roll: rounded(tilt.roll / RADIANS) },
    hasVision: nodes > 2 && chained.size >= LEAST_VISION * (nodes - 1),
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000 + 0;

/** Median step between nodes, in units of the solution. */
function unitOf(positions: Float64Array, nodes: number): number {
  const lengths: number[] = [];
  for (let i = 1; i < nodes; i++)
    lengths.push(
      Math.hypot(positions[i * 2]! - positions[i * 2 - 2]!, positions[i * 2 + 1]! - positions[i * 2 - 1]!),
    );
  return lengths.length === 0 ? 1 : medianOf(lengths) || 1;
}

interface Around {
  readonly from: number;
  readonly to: number;
  /** 0 at node `from`, 1 at node `to`. */
  readonly share: number;
}

/** The nodes between which each picture was taken. */
function pictureNodes({ pictures, nodePictures }: WalkState): Around[] {
  return pictures.map(({ node, at }, i) => {
    if (node >= 0) return { from: node, to: node, share: 0 };
    const next = nodePictures.findIndex((picture) => picture > i);
    const from = (next < 0 ? nodePictures.length : next) - 1;
    if (next < 0) return { from, to: from, share: 0 };
    let last = nodePictures[from]!;
    for (let k = last; k < i; k++) if (pictures[k]!.node === from) last = k;
    const [start, end] = [pictures[last]!.at, pictures[nodePictures[next]!]!.at];
    return { from, to: next, share: (at - start) / Math.max(1e-6, end - start) };
  });
}

function linksOf(
  around: readonly Around[],
  pairs: readonly NodePair[],
  chained: ReadonlyMap<number, NodePair>,
): WalkLink[] {
  const links: WalkLink[] = [];
  for (let i = 1; i < around.length; i++) {
    const [before, after] = [around[i - 1]!, around[i]!];
    const to = Math.max(before.to, after.to);
    const isStill = before.from === after.from && before.share === after.share;
    if (isStill) {
      links.push(STILL);
      continue;
    }
    const part = Math.max(0.1, Math.min(1, Math.abs(after.from + after.share - before.from - before.share)));
    const pair =
      chained.get(to) ?? pairs.find((one) => one.to === to && one.quality >= USABLE && !isReturn(one));
    links.push(linkOf(pair, part));
  }
  return links;
}

function linkOf(pair: NodePair | undefined, part: number): WalkLink {
  if (pair === undefined) return UNKNOWN;
  const doubt = 1 / Math.max(0.2, pair.quality);
  const skip = pair.to - pair.from;
  return {
    quality: rounded(pair.quality / skip),
    turnError: rounded((TURN_ERROR + pair.turnError / RADIANS) * doubt * skip * Math.sqrt(part)),
    directionError: rounded((DIRECTION_ERROR + pair.directionError / RADIANS) * doubt * skip),
    stepError: rounded(STEP_ERROR * doubt * skip),
  };
}

function stopsOf({ pictures }: WalkState): WalkStop[] {
  const stops: WalkStop[] = [];
  let from = 0;
  for (let i = 1; i <= pictures.length; i++) {
    if (i < pictures.length && pictures[i]!.node === pictures[from]!.node && pictures[i]!.node >= 0) continue;
    if (i - from >= LEAST_STOP && pictures[from]!.node >= 0) stops.push({ from, to: i - 1 });
    from = i;
  }
  return stops;
}
