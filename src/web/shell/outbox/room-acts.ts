import { call, quiet } from "#web/lib/client.ts";
import type { ActKind } from "#web/lib/outbox/act.ts";
import { joined } from "./joined.ts";
import { isRecord } from "./new-snag-payload.ts";

/** Where a room is; on no floor plan when `id_sheet` is null. */
interface Position {
  readonly id_sheet: number | null;
  readonly x: number | null;
  readonly y: number | null;
}

export interface RoomPositionPayload {
  readonly id_room: number;
  /** Name of the room. */
  readonly room: string;
  /** The floor plan on which it is positioned, or from which it is removed, and its name. */
  readonly id_sheet: number;
  readonly sheet: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly heading: number | null;
  /** The position with which the change began. */
  readonly from: Position;
}

export const isRoomPosition = (value: unknown): value is RoomPositionPayload =>
  isRecord(value) &&
  typeof value["id_room"] === "number" &&
  typeof value["id_sheet"] === "number" &&
  isRecord(value["from"]);

export const roomPosition: ActKind<RoomPositionPayload> = {
  kind: "room_position",
  capture: "room_position",
  label: "offline.acts.room_position",
  isPayload: isRoomPosition,
  needs: () => [],
  sets: ({ id_room }) => `room ${id_room} position`,
  async send({ payload: { id_room, id_sheet, x, y, heading, from }, capture }) {
    const body = { rooms: [{ id_room, x, y, heading }], from: [{ id_room, ...from }], ...capture };
    await call("PUT /api/maps/{id}/room-positions", { params: { id: id_sheet }, body }, quiet);
    return id_room;
  },
  rebase(payload, now) {
    const { id_sheet, x, y } = now as Position;
    return { ...payload, from: { id_sheet, x, y } };
  },
  summary: ({ room, sheet, x, y }) =>
    joined([
      room,
      sheet,
      x === null || y === null ? "–" : `${Math.round(x * 100)}%, ${Math.round(y * 100)}%`,
    ]),
  path: ({ id_sheet }) => `/editsheet/${id_sheet}`,
};
