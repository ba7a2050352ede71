import type { ColumnType, Generated } from "kysely";
import type { Drawing } from "#contract/snapshots.ts";

export interface SnapshotsTable {
  id: Generated<number>;
  id_visit: number;
  /** The snapshot outlives its room. */
  id_room: number | null;
  id_user: number | null;
  yaw: number;
  pitch: number;
  fov: number;
  note: Generated<string>;
  /** Written as JSON text: the driver would convert an array to a PostgreSQL array. */
  drawing: ColumnType<Drawing, string | undefined, string>;
  image: string;
  thumbnail: string;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    snapshots: SnapshotsTable;
  }
}
