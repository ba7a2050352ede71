import { createCarrier } from "./carrier.ts";
import { eyeOf } from "./eye.ts";
import { findFeatures, thinned } from "./features.ts";
import { type Measured, measurePair } from "./measure-pair.ts";
import { sharpnessOf } from "./pyramid.ts";
import { type Ratio, ratiosOf } from "./ratios.ts";
import { pathOf } from "./track.ts";
import type { Features, GreyPicture, WalkKeyframe, WalkPath } from "./types.ts";

/** A picture where the camera had moved since the last one; pictures of a stop belong to one node. */
export interface WalkNode {
  readonly id: number;
  readonly picture: number;
  readonly features: Features;
}

/** A measured pair of nodes, radians. */
export interface NodePair {
  readonly from: number;
  readonly to: number;
  readonly turn: number;
  readonly direction: number;
  readonly climb: number;
  readonly tiltX: number;
  readonly tiltY: number;
  readonly turnError: number;
  readonly directionError: number;
  readonly quality: number;
  /** Height of the camera over the floor in units of the step; 0 when no floor was seen. */
  readonly eye: number;
}

export interface ReadPicture {
  readonly at: number;
  readonly sharpness: number;
  /** Node that shows its position; -1 for a picture that fits nowhere. */
  readonly node: number;
  /** Its heading minus that of the node, radians. */
  readonly turn: number;
}

/** Everything a reader needs to continue: plain objects and typed arrays, for `v8.serialize`. */
export interface WalkState {
  readonly version: 1;
  /** Pictures before this time are done; decode again from here. */
  readonly at: number;
  readonly pictures: readonly ReadPicture[];
  /** Picture of each node. */
  readonly nodePictures: readonly number[];
  readonly pairs: readonly NodePair[];
  readonly ratios: readonly Ratio[];
  readonly recent: readonly WalkNode[];
  readonly recentPairs: readonly { readonly pair: number; readonly points: Measured["points"] }[];
  readonly lost: number;
  readonly carrier: { readonly still: Float32Array; readonly seen: Float32Array };
  readonly keyframes: readonly WalkKeyframe[];
}

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
const KEYFRAME_FEATURES = 500;
/** Nodes between two keyframes. */
const KEYFRAME_NODES = 2;
/** Radians by which corners must move apart until a picture is a new node. */
const MOVED = 0.022;
const GOOD = 0.12;
/** Pictures that may be lost before the walk goes on with a guess. */
const MOST_LOST = 3;

const empty: WalkState = {
  version: 1,
  at: 0,
  pictures: [],
  nodePictures: [],
  pairs: [],
  ratios: [],
  recent: [],
  recentPairs: [],
  lost: 0,
  carrier: { still: new Float32Array(0), seen: new Float32Array(0) },
  keyframes: [],
};

/** Reads a walk picture by picture; `start` continues an earlier reader. */
export function createWalkReader(start: WalkState = empty): WalkReader {
  const done = createSolver(start);
  let slot = Math.floor(start.at * SLOTS + 1e-6);
  let pending: { picture: GreyPicture; sharpness: number } | undefined;
  return {
    add(picture) {
      const its = Math.floor(picture.at * SLOTS + 1e-6);
      if (its < slot || picture.at < start.at - 1e-6) return;
      if (its > slot && pending) {
        done.read(pending.picture, pending.sharpness);
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
function withPending(
  solver: ReturnType<typeof createSolver>,
  pending: { picture: GreyPicture; sharpness: number } | undefined,
) {
  if (!pending) return solver;
  const copy = createSolver(solver.state());
  copy.read(pending.picture, pending.sharpness);
  return copy;
}

function createSolver(start: WalkState) {
  const pictures = [...start.pictures];
  const nodePictures = [...start.nodePictures];
  const pairs = [...start.pairs];
  const ratios = [...start.ratios];
  const keyframes = [...start.keyframes];
  const carrier = createCarrier(start.carrier);
  let { recent, recentPairs, lost } = start;

  /** Records a measured pair and how its distances relate to those of the pairs before. */
  const record = (from: WalkNode, to: WalkNode, measured: Measured) => {
    const pair = pairs.length;
    pairs.push(pairOf(from, to, measured));
    const found = { pair, points: measured.points };
    ratios.push(...recentPairs.flatMap((other) => ratiosOf(pairs, other, found)));
    recentPairs = [...recentPairs, found];
  };

  const addNode = (picture: number, features: Features, measured: readonly [WalkNode, Measured][]) => {
    const node = { id: nodePictures.length, picture, features };
    nodePictures.push(picture);
    for (const [from, found] of measured) record(from, node, found);
    recent = [...recent, node].slice(-3);
    const oldest = recent[0]?.id ?? 0;
    recentPairs = recentPairs.filter(({ pair }) => pairs[pair]!.to >= oldest + 1);
    if (node.id % KEYFRAME_NODES === 0)
      keyframes.push({ picture, features: thinned(features, KEYFRAME_FEATURES) });
    lost = 0;
  };

  const read = (picture: GreyPicture, sharpness: number) => {
    const features = carrier.without(findFeatures(picture, FEATURES));
    const index = pictures.length;
    const push = (node: number, turn = 0) => pictures.push({ at: picture.at, sharpness, node, turn });
    const last = recent.at(-1);
    if (last === undefined) {
      push(0);
      addNode(index, features, []);
      return;
    }
    const measured = measurePair(last.features, features);
    if (measured) carrier.learn(last.features, features, measured);
    const isGood = measured !== undefined && measured.quality >= GOOD;
    if (isGood && measured.parallax < MOVED) {
      push(last.id, measured.pose.turn);
      return;
    }
    const before = recent.at(-2);
    const skipped = before && measurePair(before.features, features);
    const isSkipGood = skipped !== undefined && skipped.quality >= GOOD;
    if (!isGood && !isSkipGood && lost < MOST_LOST) {
      push(-1);
      lost++;
      return;
    }
    const found: [WalkNode, Measured][] = [];
    if (measured) found.push([last, measured]);
    if (before && skipped && isSkipGood) found.push([before, skipped]);
    push(nodePictures.length);
    addNode(index, features, found);
  };

  const state = (): WalkState => ({
    version: 1,
    at: 0,
    pictures: [...pictures],
    nodePictures: [...nodePictures],
    pairs: [...pairs],
    ratios: [...ratios],
    recent,
    recentPairs,
    lost,
    carrier: carrier.state(),
    keyframes: [...keyframes],
  });
  return { read, state };
}

function pairOf(from: WalkNode, to: WalkNode, { pose, points, ...measured }: Measured): NodePair {
  return {
    from: from.id,
    to: to.id,
    ...pose,
    turnError: measured.turnError,
    directionError: measured.directionError,
    quality: measured.quality,
    eye: eyeOf(from.features, points),
  };
}
