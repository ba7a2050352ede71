import { STEEP } from "./storeys.ts";
import { movingSeconds, USABLE } from "./track-solve.ts";
import type { WalkState } from "./walk-state.ts";

/** Nodes between two pictures until they count as a return. */
const APART = 24;
/** Distance up to which an earlier picture is compared: in seconds of walking, plus a share of those in between. */
const NEAR = 3;
const DRIFT = 0.06;
const MOST = 2;
/** Floors look alike and lie above each other: no return when the walk climbed in between. */
const CLIMBED = 1.6;

type Known = Pick<WalkState, "pairs" | "pictures" | "nodePictures" | "keyframes">;

/** Keyframes near which the walk seems to be again, nearest first: indices. The unit of the sketch is a second of walking. */
export function returnsOf(known: Known, node: number): number[] {
  const { x, y, z, walked } = sketchOf(known);
  const nodeOf = new Map(known.nodePictures.map((picture, i) => [picture, i]));
  return known.keyframes
    .map(({ picture }, index) => {
      const other = nodeOf.get(picture) ?? 0;
      const distance = Math.hypot(x[node]! - x[other]!, y[node]! - y[other]!);
      const climbed = Math.abs(z[node]! - z[other]!);
      const reach = NEAR + DRIFT * (walked[node]! - walked[other]!);
      return { index, other, share: climbed > CLIMBED ? 1 : distance / reach };
    })
    .filter(({ other, share }) => node - other >= APART && share < 1)
    .toSorted((a, b) => a.share - b.share)
    .slice(0, MOST)
    .map(({ index }) => index);
}

/** A rough track at constant pace. */
function sketchOf({ pairs, pictures, nodePictures }: Known) {
  const count = nodePictures.length;
  const seconds = movingSeconds({ pictures, nodePictures });
  const [x, y, z, walked] = Array.from({ length: 4 }, () => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const chained = new Map(
    pairs.flatMap((pair) =>
      pair.to === pair.from + 1 && pair.quality >= USABLE ? [[pair.to, pair] as const] : [],
    ),
  );
  let [heading, azimuth] = [0, 0];
  for (let i = 1; i < count; i++) {
    const pair = chained.get(i);
    if (pair) azimuth = heading + pair.direction;
    heading += pair?.turn ?? 0;
    x[i] = x[i - 1]! + Math.sin(azimuth) * seconds[i - 1]!;
    y[i] = y[i - 1]! + Math.cos(azimuth) * seconds[i - 1]!;
    const climb = pair && Math.abs(pair.climb) > STEEP ? pair.climb : 0;
    z[i] = z[i - 1]! + Math.sin(climb) * seconds[i - 1]!;
    walked[i] = walked[i - 1]! + seconds[i - 1]!;
  }
  return { x, y, z, walked };
}
