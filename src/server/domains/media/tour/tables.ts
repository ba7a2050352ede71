import type { Generated } from "kysely";

export interface SpotsTable {
  id: Generated<number>;
  id_project: number;
}

/** A user's decision: no room of that visit shows the same spot as this one. */
export interface SpotDenialsTable {
  id_room: number;
  id_visit: number;
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
    room_infos: RoomInfosTable;
  }
}
