import type { MatchConfidence, MatchReason } from "#contract/choices.ts";
import {
  byLook,
  type Evidence,
  evidenceFor,
  sureLook,
  type WalkPlace,
  type WalkRoom,
} from "./match-evidence.ts";

/** Two rooms that may show one spot, for a user to confirm. */
export interface WalkMatch {
  readonly id_room: number;
  readonly id_other: number;
  readonly confidence: MatchConfidence;
  readonly reasons: readonly MatchReason[];
}

/** Minimum score of a proposal. */
const least = 0.2;
/** By how much the reverse direction has to fit better. */
const turnedBetter = 0.5;

interface Fit {
  readonly total: number;
  readonly pairs: readonly (readonly [number, number])[];
  readonly evidence: (i: number, j: number) => Evidence;
}

/**
 * Proposes which rooms of two visits show the same spots: first those whose photos surely look alike. Otherwise both
 * visits proceed in one direction: of all such pairings the one with the most evidence is selected (dynamic programming
 * over both sequences), also for a visit in reverse order.
 * @param here and `there` in walking order.
 * @param known bound or previously found pairs, by the id of the room here; they are not proposed, but the rest is
 * expected between their neighbours.
 */
export function matchWalks(
  here: readonly WalkRoom[],
  there: readonly WalkRoom[],
  known: ReadonlyMap<number, number>,
): WalkMatch[] {
  const seen = lookAlikes(here, there, known);
  const pins = new Map([...known, ...seen.map(({ id_room, id_other }) => [id_room, id_other] as const)]);
  const ahead = fit(here, there, pins);
  const turned = there.toReversed();
  const back = fit(here, turned, pins);
  const isTurned = back.total > ahead.total + turnedBetter;
  const [best, walked] = isTurned ? [back, turned] : [ahead, there];
  const isAsLong = here.length === there.length;
  const inOrder = best.pairs.flatMap(([i, j]): WalkMatch[] => {
    const [room, other] = [here[i], walked[j]];
    if (room === undefined || other === undefined) return [];
    const evidence = best.evidence(i, j);
    const confidence = confidenceOf(evidence, marginOf(best, here, walked, i, j), isAsLong);
    return [{ id_room: room.id_room, id_other: other.id_room, confidence, reasons: evidence.reasons }];
  });
  return [...seen, ...inOrder];
}

/** Pairs whose photos surely look alike, surest first: also where the visits were walked in different orders. */
function lookAlikes(
  here: readonly WalkRoom[],
  there: readonly WalkRoom[],
  known: ReadonlyMap<number, number>,
): WalkMatch[] {
  const taken = new Set(known.values());
  const free = there.filter(({ id_room }) => !taken.has(id_room));
  const pairs = here
    .filter(({ id_room }) => !known.has(id_room))
    .flatMap((room) => free.map((other) => ({ room, other, look: byLook(room, other) })))
    .filter(({ room, other, look }) => look >= sureLook && !isDenied(room, other))
    .toSorted((a, b) => b.look - a.look);
  const found: WalkMatch[] = [];
  for (const { room, other } of pairs) {
    const { score, reasons } = evidenceFor(room, other, { order: 0, time: null });
    if (score < least || found.some((one) => one.id_room === room.id_room || one.id_other === other.id_room))
      continue;
    found.push({ id_room: room.id_room, id_other: other.id_room, confidence: "high", reasons });
  }
  return found;
}

const isDenied = (a: WalkRoom, b: WalkRoom) => a.denied.includes(b.id_visit) || b.denied.includes(a.id_visit);

/** Order and time only make it likely at most: the camera's position is unknown. */
function confidenceOf({ isStrong, reasons }: Evidence, margin: number, isAsLong: boolean): MatchConfidence {
  if (isStrong && margin >= 0.1) return "high";
  const isInPlace = reasons.includes("order") && (isAsLong || reasons.includes("time"));
  return (isStrong || isInPlace) && margin >= 0.1 ? "medium" : "low";
}

/** By how much the pair is better than the next best pair with either room. */
function marginOf(
  { evidence }: Fit,
  here: readonly WalkRoom[],
  there: readonly WalkRoom[],
  i: number,
  j: number,
): number {
  const own = evidence(i, j).score;
  const others = [
    ...there.flatMap((_, other) => (other === j ? [] : [evidence(i, other).score])),
    ...here.flatMap((_, other) => (other === i ? [] : [evidence(other, j).score])),
  ];
  return own - Math.max(0, ...others);
}

function fit(here: readonly WalkRoom[], there: readonly WalkRoom[], known: ReadonlyMap<number, number>): Fit {
  const at = new Map(there.map(({ id_room }, index) => [id_room, index]));
  const pinned = here.flatMap(({ id_room }, i) => {
    const j = at.get(known.get(id_room) ?? 0);
    return j === undefined ? [] : [[i, j] as const];
  });
  const taken = { here: new Set(pinned.map(([i]) => i)), there: new Set(pinned.map(([, j]) => j)) };
  const place = placesIn(here, there, ascending(pinned));
  const cache = new Map<number, Evidence>();
  const evidence = (i: number, j: number): Evidence => {
    const key = i * there.length + j;
    const made = cache.get(key);
    if (made !== undefined) return made;
    const [a, b] = [here[i], there[j]];
    const isFree = a !== undefined && b !== undefined && !taken.here.has(i) && !taken.there.has(j);
    const found =
      isFree && !isDenied(a, b)
        ? evidenceFor(a, b, place(i, j))
        : { score: Number.NEGATIVE_INFINITY, reasons: [], isStrong: false };
    cache.set(key, found);
    return found;
  };
  return { ...bestPairs(here.length, there.length, (i, j) => evidence(i, j).score - least), evidence };
}

/** The non-crossing pairing of two sequences with the highest total gain. */
function bestPairs(rows: number, columns: number, gain: (i: number, j: number) => number) {
  const width = columns + 1;
  const totals = new Float64Array((rows + 1) * width);
  const cell = (i: number, j: number) => totals[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1) {
      const own = gain(i, j);
      const paired = own > 0 ? own + cell(i + 1, j + 1) : Number.NEGATIVE_INFINITY;
      totals[i * width + j] = Math.max(paired, cell(i + 1, j), cell(i, j + 1));
    }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    const own = gain(i, j);
    if (own > 0 && cell(i, j) === own + cell(i + 1, j + 1)) pairs.push([i++, j++]);
    else if (cell(i, j) === cell(i + 1, j)) i += 1;
    else j += 1;
  }
  return { total: cell(0, 0), pairs };
}

/** Relative position of a pair in both visits, between the known pairs around it. */
function placesIn(
  here: readonly WalkRoom[],
  there: readonly WalkRoom[],
  pins: readonly (readonly [number, number])[],
) {
  const [own, other] = [clockOf(here), clockOf(there)];
  return (i: number, j: number): WalkPlace => {
    const before = pins.findLast(([pin]) => pin < i);
    const after = pins.find(([pin]) => pin > i);
    if ((before && j < before[1]) || (after && j > after[1])) return { order: -1, time: null };
    const [fromI, fromJ] = before ?? [-0.5, -0.5];
    const [toI, toJ] = after ?? [here.length - 0.5, there.length - 0.5];
    // Either both visits had the same pace, or rooms were skipped or added far from known pairs.
    const paced = fromJ + ((i - fromI) * (toJ - fromJ)) / (toI - fromI);
    const counted = before || !after ? fromJ + (i - fromI) : toJ - (toI - i);
    const off = Math.min(Math.abs(j - paced), Math.abs(j - counted));
    const order = Math.max(-1, 1 - off / Math.max(1.5, 0.2 * there.length));
    return { order, time: own && other ? timeLikeness(own, other, i, j) : null };
  };
}

interface Clock {
  /** Minutes since the visit began. */
  readonly minutes: readonly number[];
  readonly length: number;
  /** Minutes from one picture to the next. */
  readonly step: number;
}

/** Null where a picture has no time, or all have the same. */
function clockOf(rooms: readonly WalkRoom[]): Clock | null {
  const times = rooms.map(({ captured_at }) => captured_at?.getTime() ?? Number.NaN);
  const [first, last] = [times[0] ?? Number.NaN, times.at(-1) ?? Number.NaN];
  if (rooms.length < 2 || times.some(Number.isNaN) || first === last) return null;
  // Reversing a sequence also reverses its times.
  const minutes = times.map((time) => Math.abs(time - first) / 60_000);
  const length = Math.abs(last - first) / 60_000;
  return { minutes, length, step: length / (rooms.length - 1) };
}

function timeLikeness(here: Clock, there: Clock, i: number, j: number): number {
  const [own, other] = [here.minutes[i] ?? 0, there.minutes[j] ?? 0];
  const paced = (own / here.length) * there.length;
  const off = Math.min(Math.abs(own - other), Math.abs(paced - other));
  return Math.max(-1, 1 - off / Math.max(1, 1.5 * there.step));
}

/** The longest list of pairs that ascend in both: pairs that cross it say nothing about the rooms between. */
function ascending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const chains: (readonly [number, number])[][] = [];
  for (const pair of pairs) {
    const before = chains
      .filter((chain) => (chain.at(-1)?.[1] ?? 0) < pair[1])
      .reduce<(readonly [number, number])[]>(
        (best, chain) => (chain.length > best.length ? chain : best),
        [],
      );
    chains.push([...before, pair]);
  }
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}
