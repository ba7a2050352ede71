import type { Generated } from "kysely";

export interface SheetsTable {
  id: Generated<number>;
  id_project: number;
  name: string;
  floor: Generated<string>;
  position: Generated<number>;
  north: Generated<number>;
  width_metres: number | null;
  /** Key in the object store; null while there is no floor plan. */
  image: string | null;
  /** The version shown; 0 while there is no floor plan. */
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

/** A present or former floor plan of a sheet: a page of an uploaded file (`media/plans`). */
export interface SheetVersionsTable {
  id_sheet: number;
  version: number;
  sha256: string;
  page: number;
  name: string;
  id_user: number | null;
  created_at: Generated<Date>;
}

export interface RoomPositionsTable {
  id_room: number;
  id_sheet: number;
  x: number;
  y: number;
  heading: number | null;
  /** Author and time; null from before they were recorded, and for an account that was deleted. */
  id_user: Generated<number | null>;
  positioned_at: Generated<Date | null>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    sheets: SheetsTable;
    sheet_versions: SheetVersionsTable;
    room_positions: RoomPositionsTable;
  }
}
