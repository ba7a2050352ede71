import type { ColumnType, Generated } from "kysely";
import type { CoveragePause, CoverageRhythm } from "#contract/coverage.ts";

type Json<T> = ColumnType<T, string | undefined, string>;

export interface CoveragePlansTable {
  id_project: number;
  is_on: Generated<boolean>;
  rhythm: Json<CoverageRhythm>;
  weekend: Generated<number[]>;
  pauses: Json<CoveragePause[]>;
  /** Working days after which overdue spots are reported; null: never. */
  alert_days: Generated<number | null>;
  version: Generated<number>;
  updated_at: Generated<Date>;
}

export interface CoverageSpotsTable {
  id: Generated<number>;
  id_project: number;
  name: string;
  id_room: number | null;
  id_sheet: number | null;
  x: number | null;
  y: number | null;
  rhythm: ColumnType<CoverageRhythm | null, string | null | undefined, string | null>;
  is_on: Generated<boolean>;
  /** `2026-11-21`: never photographed before, it is due from then on. */
  since: string;
  id_user: number | null;
  created_at: Generated<Date>;
}

interface CoverageSkipsTable {
  id: Generated<number>;
  id_spot: number;
  day: string;
  reason: string;
  id_user: number | null;
  created_at: Generated<Date>;
}

interface CoverageAlertsTable {
  id: Generated<number>;
  id_project: number;
  id_spot: number;
  threshold: number;
  period: string;
  created_at: Date;
}

interface CoverageDigestsTable {
  id_user: number;
  day: string;
}

/** The newest alert of a project that was reported to a user. */
interface CoverageReportedTable {
  id_user: number;
  id_project: number;
  last_alert: number;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    coverage_plans: CoveragePlansTable;
    coverage_spots: CoverageSpotsTable;
    coverage_skips: CoverageSkipsTable;
    coverage_alerts: CoverageAlertsTable;
    coverage_digests: CoverageDigestsTable;
    coverage_reported: CoverageReportedTable;
  }
}
