import { createCarrier } from "./carrier.ts";
import { eyeOf } from "./eye.ts";
import { thinned } from "./features.ts";
import { returnsOf } from "./loops.ts";
import { type Measured, measurePair } from "./measure-pair.ts";
import { ratiosOf } from "./ratios.ts";
import type { Features } from "./types.ts";
import type { NodePair, WalkNode, WalkState } from "./walk-state.ts";

const KEYFRAME_FEATURES = 500;
/** Nodes between two keyframes. */
const KEYFRAME_NODES = 2;
/** Radians by which corners must move apart until a picture is a new node. */
const MOVED = 0.022;
const GOOD = 0.12;
/** Quality from which a picture is a return to an earlier one: a wrong one would bend the whole walk. */
const SURE_RETURN = 0.45;
/** Pictures that may be lost before the walk goes on with a guess. */
const MOST_LOST = 3;

/** Takes the pictures of a walk one after the other, as their features, and measures how they relate. */
export function createSolver(start: WalkState) {
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
    if (node.id % KEYFRAME_NODES === 0) addKeyframe(node);
    lost = 0;
  };

  /** Keeps a picture for alignment, and compares it with earlier ones where the walk seems to be back. */
  const addKeyframe = ({ id, picture, features }: WalkNode) => {
    const mine = thinned(features, KEYFRAME_FEATURES);
    for (const index of returnsOf({ pairs, pictures, nodePictures, keyframes }, id)) {
      const earlier = keyframes[index]!;
      const measured = measurePair(earlier.features, mine);
      if (measured === undefined || measured.quality < SURE_RETURN) continue;
      const from = { id: nodePictures.indexOf(earlier.picture), ...earlier };
      pairs.push(pairOf(from, { id, picture, features: mine }, measured));
    }
    keyframes.push({ picture, features: mine });
  };

  const read = (at: number, sharpness: number, found: Features) => {
    const features = carrier.without(found);
    const index = pictures.length;
    const push = (node: number, turn = 0) => pictures.push({ at, sharpness, node, turn });
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
    const pairsOfNode: [WalkNode, Measured][] = [];
    if (measured) pairsOfNode.push([last, measured]);
    if (before && skipped && isSkipGood) pairsOfNode.push([before, skipped]);
    push(nodePictures.length);
    addNode(index, features, pairsOfNode);
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
