import { useMemo } from "react";
import type { SheetRoom } from "#contract/sheets.ts";
import type { Act } from "#web/lib/outbox/act.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { isRoomPosition } from "#web/shell/outbox/room-acts.ts";

/** The rooms of a floor plan at the positions that wait on this device; refused ones and conflicts keep the server's. */
export function displayedRooms(
  rooms: readonly SheetRoom[],
  acts: readonly Act[],
  sheet: number,
): readonly SheetRoom[] {
  const moves = acts.flatMap(({ state, kind, payload }) =>
    kind === "room_position" && state === "waiting" && isRoomPosition(payload) && payload.id_sheet === sheet
      ? [payload]
      : [],
  );
  if (moves.length === 0) return rooms;
  const of = new Map(moves.map((move) => [move.id_room, move]));
  return rooms.map((room) => {
    const move = of.get(room.id_room);
    return move === undefined ? room : { ...room, x: move.x, y: move.y };
  });
}

export function useDisplayedRooms(rooms: readonly SheetRoom[], sheet: number): readonly SheetRoom[] {
  const acts = useWaitingActs();
  return useMemo(() => displayedRooms(rooms, acts, sheet), [rooms, acts, sheet]);
}
