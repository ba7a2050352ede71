/** Where a room stands on a plan and how its picture is turned, as far as that is known. */
export interface StandingRoom {
  readonly id_room: number;
  /** Yaw at which north lies; null while nobody knows. */
  readonly north: number | null;
  readonly place: {
    readonly id_sheet: number;
    /** 0..1 from the plan's upper left corner. */
    readonly x: number;
    readonly y: number;
    /** Degrees on the plan, clockwise from its upper edge, that the middle of the picture looks to. */
    readonly heading: number | null;
    /** Degrees, clockwise from the upper edge, at which north lies on the plan. */
    readonly sheetNorth: number;
    /** Metres from the plan's left edge to its right one; null while nobody has measured. */
    readonly width_metres: number | null;
    /** The plan's height as a share of its width. */
    readonly ratio: number;
  } | null;
}

/** A direction in a picture, degrees. */
export interface Aim {
  readonly yaw: number;
  readonly pitch: number;
}

/** On the floor, a few steps ahead. */
const floor = -12;
const eyeHeight = 1.6;
/** Arrows nearer to each other than this hide one another. */
const leastApart = 24;

const degrees = (radians: number) => (radians * 180) / Math.PI;
/** -180 (included) to 180 (excluded). */
export const wrapYaw = (yaw: number): number => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** How far two rooms stand from each other on one plan, in its widths and in metres; null when they share none. */
export function stepBetween(a: StandingRoom, b: StandingRoom) {
  if (a.place === null || b.place === null || a.place.id_sheet !== b.place.id_sheet) return null;
  const across = b.place.x - a.place.x;
  const down = (b.place.y - a.place.y) * a.place.ratio;
  const share = Math.hypot(across, down);
  const { width_metres } = a.place;
  return {
    share,
    metres: width_metres === null ? null : share * width_metres,
    /** Degrees clockwise from the plan's upper edge. */
    angle: degrees(Math.atan2(across, -down)),
  };
}

/**
 * Where the ways of one room lie in its picture. On a plan and by a known heading they lie where the rooms are. A room
 * whose heading nobody knows is taken to look along the walk, as whoever carries a camera walks: the next room ahead,
 * the one before behind; what else is near on its plan lies beside these as the plan says.
 * @param targets rooms that ways lead to.
 * @param next the room walked to from here, and the one walked from; undefined at the ends of the walk.
 */
export function aimWays(
  room: StandingRoom,
  targets: readonly StandingRoom[],
  next: { readonly after: StandingRoom | undefined; readonly before: StandingRoom | undefined },
): ReadonlyMap<number, Aim> {
  const heading = headingOf(room, next);
  const aims = targets.map((target) => {
    const step = stepBetween(room, target);
    const isOnPlan = step !== null && step.share > 0 && heading !== null;
    const isBehind = target.id_room === next.before?.id_room && target.id_room !== next.after?.id_room;
    return {
      id_room: target.id_room,
      yaw: isOnPlan ? wrapYaw(step.angle - heading) : isBehind ? -180 : 0,
      pitch: step?.metres ? pitchAt(step.metres) : floor,
    };
  });
  return new Map(spread(aims).map(({ id_room, yaw, pitch }) => [id_room, { yaw, pitch }]));
}

/** Degrees on the plan that the middle of the picture looks to; null where neither compass nor walk says it. */
function headingOf(
  room: StandingRoom,
  { after, before }: { after: StandingRoom | undefined; before: StandingRoom | undefined },
): number | null {
  if (room.place === null) return null;
  if (room.place.heading !== null) return room.place.heading;
  if (room.north !== null) return room.place.sheetNorth - room.north;
  const ahead = after && stepBetween(room, after);
  if (ahead && ahead.share > 0) return ahead.angle;
  const behind = before && stepBetween(room, before);
  return behind && behind.share > 0 ? behind.angle + 180 : null;
}

const pitchAt = (metres: number) => Math.max(-30, Math.min(-5, -degrees(Math.atan(eyeHeight / metres))));

/** Turns ways that lie over each other apart, the later ones away from the earlier. */
function spread<A extends { readonly yaw: number }>(aims: readonly A[]): A[] {
  const placed: A[] = [];
  for (const aim of aims) {
    const isFree = (yaw: number) => placed.every((one) => Math.abs(wrapYaw(one.yaw - yaw)) >= leastApart);
    let yaw = aim.yaw;
    for (let turn = leastApart / 2; turn <= 180 && !isFree(yaw); turn += leastApart / 2) {
      const side = [turn, -turn].find((by) => isFree(wrapYaw(aim.yaw + by)));
      if (side !== undefined) yaw = wrapYaw(aim.yaw + side);
    }
    placed.push({ ...aim, yaw });
  }
  return placed;
}
