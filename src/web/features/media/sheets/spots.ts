import type { SheetRoom } from "#contract/sheets.ts";

/** A place on the plan with the pictures that were taken there, newest first. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly rooms: readonly PlacedRoom[];
}
export type PlacedRoom = SheetRoom & { readonly x: number; readonly y: number };

/** Pictures nearer to each other than this share of the plan's width are of one place. */
const near = 0.02;

export const isPlaced = (room: SheetRoom): room is PlacedRoom => room.x !== null && room.y !== null;

/**
 * The places of a plan: people stand at the same spot, or nearly, on every visit. Rooms come newest first, so the
 * first one at a place says where it is.
 */
export function spotsOf(rooms: readonly SheetRoom[]): Spot[] {
  const spots: { x: number; y: number; rooms: PlacedRoom[] }[] = [];
  for (const room of rooms.filter(isPlaced)) {
    const spot = spots.find(({ x, y }) => Math.hypot(x - room.x, y - room.y) < near);
    if (spot === undefined) spots.push({ x: room.x, y: room.y, rooms: [room] });
    else spot.rooms.push(room);
  }
  return spots;
}
