import type { Generated } from "kysely";

export interface SheetsTable {
  id: Generated<number>;
  id_project: number;
  name: string;
  floor: Generated<string>;
  position: Generated<number>;
  north: Generated<number>;
  width_metres: number | null;
  /** Key in the object store; null while there is no plan. */
  image: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface RoomPositionsTable {
  id_room: number;
  id_sheet: number;
  x: number;
  y: number;
  heading: number | null;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    sheets: SheetsTable;
    room_positions: RoomPositionsTable;
  }
}
