import type { Generated } from "kysely";
import type { ErrorCode } from "#contract/errors.ts";

export interface UploadsTable {
  id: string;
  id_user: number;
  id_visit: number;
  file_name: string;
  bytes: number;
  created_at: Generated<Date>;
  expires_at: Date;
  /** When it became a room or was refused for what it holds; its file is gone then. */
  settled_at: Date | null;
  id_room: number | null;
  problem: ErrorCode | null;
  held_by: string | null;
  held_until: Date | null;
  is_wanted: Generated<boolean>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    uploads: UploadsTable;
  }
}
