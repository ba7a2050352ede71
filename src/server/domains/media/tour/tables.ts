import type { ColumnType, Generated } from "kysely";

export interface SpotsTable {
  id: Generated<number>;
  id_project: number;
}

/** A user's decision: no room of that visit shows the same spot as this one. */
export interface SpotDenialsTable {
  id_room: number;
  id_visit: number;
}

/** Rooms of another visit whose photos are like that of this room. */
export interface PhotoComparisonsTable {
  id_room: number;
  /** The visit whose rooms it was compared with. */
  id_visit: number;
  /** The photo that was compared. */
  picture_sha256: string;
  /** Written as JSON text. */
  alike: ColumnType<readonly AlikeRoom[], string, string>;
}

export interface AlikeRoom {
  readonly id_room: number;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface RoomInfosTable {
  id: Generated<number>;
  id_room: number;
  kind: "text" | "photo" | "video" | "web";
  yaw: number;
  pitch: number;
  label: string;
  text: Generated<string>;
  url: Generated<string>;
  /** Key in the object store of its own photo or video. */
  media: string | null;
  id_user: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    spots: SpotsTable;
    spot_denials: SpotDenialsTable;
    photo_comparisons: PhotoComparisonsTable;
    room_infos: RoomInfosTable;
  }
}
