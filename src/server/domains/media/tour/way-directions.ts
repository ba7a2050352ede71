/** A room's position on a floor plan and its picture's orientation, as far as known. */
export interface StandingRoom {
  readonly id_room: number;
  /** Yaw of north; null while unknown. */
  readonly north: number | null;
  readonly place: {
    readonly id_sheet: number;
    /** 0..1 from the floor plan's upper left corner. */
    readonly x: number;
    readonly y: number;
    /** Direction of the picture's centre on the floor plan, in degrees clockwise from its upper edge. */
    readonly heading: number | null;
    /** Direction of north on the floor plan, in degrees clockwise from the upper edge. */
    readonly sheetNorth: number;
    /** Metres from the floor plan's left edge to its right one; null while not measured. */
    readonly width_metres: number | null;
    /** The floor plan's height as a share of its width. */
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
/** Minimum angle between arrows: closer ones hide each other. */
const leastApart = 24;

const degrees = (radians: number) => (radians * 180) / Math.PI;
/** -180 (included) to 180 (excluded). */
export const wrapYaw = (yaw: number): number => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** Distance of two rooms on one floor plan, in its widths and in metres; null when they are not on the same one. */
export function stepBetween(a: StandingRoom, b: StandingRoom) {
  if (a.place === null || b.place === null || a.place.id_sheet !== b.place.id_sheet) return null;
  const across = b.place.x - a.place.x;
  const down = (b.place.y - a.place.y) * a.place.ratio;
  const share = Math.hypot(across, down);
  const { width_metres } = a.place;
  return {
    share,
    metres: width_metres === null ? null : share * width_metres,
    /** Degrees clockwise from the floor plan's upper edge. */
    angle: degrees(Math.atan2(across, -down)),
  };
}

/**
 * Directions of a room's links in its picture. On a floor plan and with a known heading they point to the rooms.
 * Without a heading, the picture is assumed to face the walking direction, as usual for a carried camera: the next room
 * ahead, the previous one behind; other near rooms on its floor plan are placed relative to these.
 * @param targets rooms that links lead to.
 * @param next the next room in walking order, and the previous one; undefined at its ends.
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

/**
 * Direction of the picture's centre on the floor plan, in degrees; null where neither compass nor walking order
 * determines it.
 */
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

/** Spreads overlapping links, moving the later ones away from the earlier. */
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
