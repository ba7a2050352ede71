import type { ColumnType, Generated } from "kysely";
import type { ScheduleTask } from "#contract/schedules.ts";
import type { WorkCalendar } from "./working-time.ts";

export interface SchedulesTable {
  id_project: number;
  name: Generated<string>;
  file_name: Generated<string>;
  /** gzip. */
  source: Buffer;
  calendar: ColumnType<Partial<WorkCalendar>, string | undefined, string>;
  version: Generated<number>;
  imported_at: Generated<Date>;
  id_user: number | null;
}

export interface ScheduleTasksTable {
  id: Generated<number>;
  id_project: number;
  uid: number;
  position: number;
  level: number;
  wbs: Generated<string>;
  name: Generated<string>;
  is_summary: Generated<boolean>;
  is_milestone: Generated<boolean>;
  is_critical: Generated<boolean>;
  /** Wall-clock time without a zone; `2026-03-31T08:00:00`. */
  start: string | null;
  finish: string | null;
  baseline_start: string | null;
  baseline_finish: string | null;
  actual_start: string | null;
  actual_finish: string | null;
  deadline: string | null;
  duration: number | null;
  percent: Generated<number>;
  predecessors: ColumnType<ScheduleTask["predecessors"], string | undefined, string>;
  resources: Generated<readonly string[]>;
  notes: Generated<string>;
  is_kept: Generated<boolean>;
  told_at: Date | null;
  id_teller: number | null;
}

export interface SchedulePointsTable {
  id_project: number;
  /** `2026-03-31`. */
  on_date: string;
  percent: number;
}

export interface SchedulePreviewsTable {
  token: string;
  id_project: number;
  id_user: number;
  file_name: string;
  source: Buffer;
  version: number;
  expires_at: Date;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    schedules: SchedulesTable;
    schedule_tasks: ScheduleTasksTable;
    schedule_points: SchedulePointsTable;
    schedule_previews: SchedulePreviewsTable;
  }
}
