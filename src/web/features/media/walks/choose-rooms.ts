/** A picture of a walk with its position, as far as the choice of rooms needs it. */
export interface WalkMoment {
  /** Seconds since the start of the video. */
  readonly at: number;
  readonly sharpness: number;
  readonly id_sheet: number;
  /** 0..1 from the floor plan's upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly isUncertain: boolean;
}

export interface WalkPlan {
  readonly id: number;
  /** Width divided by height of the floor plan. */
  readonly aspect: number;
  /** Metres from its left edge to its right one; null while not measured. */
  readonly width_metres: number | null;
}

/** A room of an earlier visit at a known position. */
export interface WalkSpot {
  readonly id_sheet: number;
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

export interface WalkRoomChoice {
  /** Index of the moment. */
  readonly picture: number;
  /** Of the known spot that it shows; null elsewhere. */
  readonly name: string | null;
}

export interface WalkRoomWish {
  /** Metres between two rooms. */
  readonly spacing: number;
  readonly withUncertain: boolean;
}

/** Metres within which a picture shows a known spot. */
const AT_SPOT = 1;
/** Sums of metres are this exact. */
const EXACT = 1e-6;
/** Metres that a person walks in a second, for floor plans without a scale. */
const PACE = 1;
/** Share of the spacing within which the sharpest picture is chosen, and within which two rooms are one. */
const SEARCH = 0.25;
const SAME = 0.6;

/**
 * The pictures of a walk that become rooms, in order: one at each known spot that the walk passes within a metre, and
 * between these the sharpest ones in the given spacing. A position that the walk passes twice becomes one room.
 */
export function chooseWalkRooms(
  moments: readonly WalkMoment[],
  plans: readonly WalkPlan[],
  spots: readonly WalkSpot[],
  wish: WalkRoomWish,
): WalkRoomChoice[] {
  const metres = metresOn(moments, plans);
  const isAllowed = (at: number) => wish.withUncertain || moments[at]?.isUncertain === false;
  const chosen = new Map<number, string | null>();
  const isNear = (at: number, reach: number) => {
    const one = moments[at];
    return one !== undefined && [...chosen.keys()].some((other) => metres(one, moments[other]) < reach);
  };

  for (const spot of spots) {
    const nearest = leastBy(
      moments.flatMap((moment, at) => {
        const distance = metres(moment, spot);
        return isAllowed(at) && distance <= AT_SPOT ? [{ at, distance }] : [];
      }),
    );
    // Two spots at one position, of two visits for example, are one.
    if (nearest !== undefined && !chosen.has(nearest.at) && !isNear(nearest.at, AT_SPOT / 2))
      chosen.set(nearest.at, spot.name);
  }

  const { spacing } = wish;
  let since = Number.POSITIVE_INFINITY;
  for (let at = 0; at < moments.length; at += 1) {
    const step = at === 0 ? 0 : metres(moments[at], moments[at - 1]);
    since = Number.isFinite(step) ? since + step : Number.POSITIVE_INFINITY;
    if (chosen.has(at)) since = 0;
    if (since < spacing - EXACT || !isAllowed(at)) continue;
    const sharpest = sharpestFrom(moments, at, (one) => metres(moments[at], one) <= spacing * SEARCH);
    const picture = isAllowed(sharpest) ? sharpest : at;
    if (isNear(picture, spacing * SAME)) continue;
    chosen.set(picture, null);
    since = -metres(moments[at], moments[picture]);
  }
  return [...chosen].map(([picture, name]) => ({ picture, name })).toSorted((a, b) => a.picture - b.picture);
}

type Position = Pick<WalkMoment, "id_sheet" | "x" | "y">;

/** Metres between two positions; infinite on different floor plans. */
function metresOn(moments: readonly WalkMoment[], plans: readonly WalkPlan[]) {
  const scales = new Map(
    plans.map((plan) => [plan.id, { ...plan, metres: plan.width_metres ?? paceScale(moments, plan) }]),
  );
  return (a: Position | undefined, b: Position | undefined): number => {
    const scale = a === undefined ? undefined : scales.get(a.id_sheet);
    if (a === undefined || b === undefined || scale === undefined || a.id_sheet !== b.id_sheet)
      return Number.POSITIVE_INFINITY;
    return Math.hypot(a.x - b.x, (a.y - b.y) / scale.aspect) * scale.metres;
  };
}

/** The width of a floor plan without a scale, from the time that the walk took on it. */
function paceScale(moments: readonly WalkMoment[], { id, aspect }: WalkPlan): number {
  let [length, seconds] = [0, 0];
  for (const [at, moment] of moments.entries()) {
    const before = moments[at - 1];
    if (before === undefined || moment.id_sheet !== id || before.id_sheet !== id) continue;
    length += Math.hypot(moment.x - before.x, (moment.y - before.y) / aspect);
    seconds += moment.at - before.at;
  }
  return length === 0 ? 1 : (seconds * PACE) / length;
}

function sharpestFrom(
  moments: readonly WalkMoment[],
  start: number,
  isWithin: (moment: WalkMoment) => boolean,
): number {
  let best = start;
  for (let at = start; at < moments.length; at += 1) {
    const moment = moments[at];
    if (moment === undefined || !isWithin(moment)) break;
    if (moment.sharpness > (moments[best]?.sharpness ?? 0)) best = at;
  }
  return best;
}

const leastBy = <T extends { readonly distance: number }>(all: readonly T[]): T | undefined =>
  all.reduce<T | undefined>(
    (best, one) => (best === undefined || one.distance < best.distance ? one : best),
    undefined,
  );
