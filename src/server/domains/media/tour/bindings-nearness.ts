/** A position on a floor plan, with the scale of that plan. */
export interface Positioned {
  readonly id_sheet: number | null;
  /** 0..1 from the floor plan's upper left corner. */
  readonly x: number | null;
  readonly y: number | null;
  /** Metres from the floor plan's left edge to its right one; null while not measured. */
  readonly width_metres: number | null;
  /** The floor plan's height as a share of its width; null while unknown. */
  readonly ratio: number | null;
}

/** A room with all data that decides which rooms of other visits may show the same spot. */
export interface SpotRoom extends Positioned {
  readonly id_room: number;
  readonly id_visit: number;
  readonly name: string;
  /** Whether the name is more than the camera's file number: those restart on every card. */
  readonly is_named: boolean;
  /** Index in the walking order of its visit. */
  readonly position: number;
  /** Rooms of one spot are bound to each other. */
  readonly id_spot: number | null;
  /** Visits for which a user has said that none of their rooms shows the same spot. */
  readonly denied: readonly number[];
}

export interface Distance {
  /** Null where the floor plan has no scale. */
  readonly metres: number | null;
  /** In widths of the floor plan. */
  readonly share: number;
}

/**
 * Largest distance between two pictures of one spot. On a second visit the camera is within a step or two of its first
 * position, and the next room of a house begins some three metres on; on an unmeasured floor plan that is a twentieth,
 * for a house as for a floor of offices.
 */
export const nearest = { metres: 3, share: 0.05 } as const;

/**
 * Half the side of the square around a room in which others may show the same spot, in shares of the floor plan; the
 * height of the floor plan does not matter as long as the square is generous.
 */
export const reachOf = ({ width_metres }: Pick<Positioned, "width_metres">): number =>
  (width_metres === null ? nearest.share : nearest.metres / width_metres) * 4;

/** Null when they are not on the same floor plan. */
export function distanceBetween(a: Positioned, b: Positioned): Distance | null {
  if (a.id_sheet === null || a.id_sheet !== b.id_sheet) return null;
  if (a.x === null || a.y === null || b.x === null || b.y === null) return null;
  const share = Math.hypot(a.x - b.x, (a.y - b.y) * (a.ratio ?? 1));
  return { share, metres: a.width_metres === null ? null : share * a.width_metres };
}

export const isNear = ({ metres, share }: Distance): boolean =>
  metres === null ? share <= nearest.share : metres <= nearest.metres;

/** Normalises a name for comparison: ignores case and surrounding blanks. */
export const plainName = (name: string): string => name.trim().toLocaleLowerCase("und");

export const isBound = (a: SpotRoom, b: SpotRoom): boolean => a.id_spot !== null && a.id_spot === b.id_spot;

/** Whether another room may show the same spot: bound, near on its floor plan, or of the same name. */
export function isCandidate(room: SpotRoom, other: SpotRoom): boolean {
  if (isBound(room, other) || plainName(room.name) === plainName(other.name)) return true;
  if (room.id_sheet === null || room.id_sheet !== other.id_sheet) return false;
  const reach = reachOf(room);
  const isWithin = (a: number | null, b: number | null) =>
    a !== null && b !== null && Math.abs(a - b) <= reach;
  return isWithin(room.x, other.x) && isWithin(room.y, other.y);
}

/**
 * The room of another visit that shows the same spot as `room`: the bound one, else the likeliest.
 * @param family all rooms of the room's own visit, itself included.
 * @param others rooms of the other visit: all that are near, or of the same name, or bound.
 */
export function counterpartOf(
  room: SpotRoom,
  family: readonly SpotRoom[],
  others: readonly SpotRoom[],
): SpotRoom | undefined {
  return others.find((other) => isBound(room, other)) ?? likeliestOf(room, family, others);
}

/**
 * The likeliest of those that are bound to no other room of the family: the nearest on the floor plan, else the one of
 * the same name.
 */
export function likeliestOf(
  room: SpotRoom,
  family: readonly SpotRoom[],
  others: readonly SpotRoom[],
): SpotRoom | undefined {
  const isFree = (other: SpotRoom) =>
    !room.denied.includes(other.id_visit) &&
    !other.denied.includes(room.id_visit) &&
    !family.some((one) => one !== room && isBound(one, other));
  const near = closest(room, others.filter(isFree));
  // A candidate that is nearer to another room of the family belongs to that one.
  if (near !== undefined && isOwn(room, near, family, others)) return near;
  return namesake(room, family, others.filter((other) => isOwn(room, other, family, others)).filter(isFree));
}

function closest(room: SpotRoom, others: readonly SpotRoom[]): SpotRoom | undefined {
  let best: { other: SpotRoom; share: number } | undefined;
  for (const other of others) {
    const distance = distanceBetween(room, other);
    if (distance === null || !isNear(distance)) continue;
    if (best === undefined || distance.share < best.share) best = { other, share: distance.share };
  }
  return best?.other;
}

/** Whether no other room of the family, bound to none of the others, is nearer to it. */
function isOwn(
  room: SpotRoom,
  other: SpotRoom,
  family: readonly SpotRoom[],
  others: readonly SpotRoom[],
): boolean {
  const rivals = family.filter(
    (one) => one === room || !others.some((known) => known !== other && isBound(one, known)),
  );
  const own = closest(other, rivals);
  if (own === undefined || own === room) return true;
  return distanceBetween(own, other)?.share === distanceBetween(room, other)?.share;
}

/** The room of the same name, if the name is unique in both visits. */
function namesake(
  room: SpotRoom,
  family: readonly SpotRoom[],
  others: readonly SpotRoom[],
): SpotRoom | undefined {
  const name = plainName(room.name);
  if (!room.is_named) return undefined;
  const isSame = (one: SpotRoom) => one.is_named && plainName(one.name) === name;
  if (family.some((one) => one !== room && isSame(one))) return undefined;
  const [only, ...more] = others.filter(isSame);
  return more.length === 0 ? only : undefined;
}
