import type { SheetRoom } from "#contract/sheets.ts";
import type { Point, Size } from "#web/ui/floor-plan/plan-view.ts";

export type PlacedRoom = SheetRoom & { x: number; y: number };

export const isPlaced = (room: SheetRoom): room is PlacedRoom => room.x !== null && room.y !== null;

/** The room on the floor plan nearest to the point, of the newest visit where several are equally near. */
export function nearestRoom(
  rooms: readonly SheetRoom[],
  point: Point,
  { width, height }: Size,
): PlacedRoom | undefined {
  const distance = ({ x, y }: PlacedRoom) => Math.hypot((x - point.x) * width, (y - point.y) * height);
  return rooms
    .filter(isPlaced)
    .toSorted((a, b) => distance(a) - distance(b) || b.visit_date.localeCompare(a.visit_date))[0];
}
