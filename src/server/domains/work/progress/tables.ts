import type { Generated } from "kysely";

export interface ProgressEntriesTable {
  id: Generated<number>;
  id_project: number;
  id_sheet: number | null;
  place: Generated<string>;
  percent: number;
  /** `2026-03-31`. */
  on_date: string;
  note: Generated<string>;
  id_user: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    progress_entries: ProgressEntriesTable;
  }
}
