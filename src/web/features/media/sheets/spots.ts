import type { SheetRoom } from "#contract/sheets.ts";

/** A position on the floor plan with the photos taken there, newest first. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly rooms: readonly PlacedRoom[];
}
export type PlacedRoom = SheetRoom & { readonly x: number; readonly y: number };

/** Photos closer than this share of the floor plan's width belong to one spot. */
const near = 0.02;

export const isPlaced = (room: SheetRoom): room is PlacedRoom => room.x !== null && room.y !== null;

/**
 * Groups rooms into spots: photos of several visits are taken at nearly the same position. Rooms come newest first, so
 * the first one of a spot defines its position.
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
