import type { ColumnType, Generated } from "kysely";

export interface VisitViewsTable {
  id: Generated<number>;
  id_visit: number;
  /** Null for a guest. */
  id_user: number | null;
  /** Hash of a browser for this one visit. */
  viewer_hash: Uint8Array;
  /** Without its last part; empty for a viewer who opted out of tracking. */
  address: string;
  browser: Generated<string>;
  device: Generated<string>;
  duration_seconds: Generated<number>;
  rooms: Generated<number[]>;
  started_at: Generated<Date>;
  last_at: Generated<Date>;
}

/** Statistics of one day, by UTC: they stay when the views themselves are deleted. */
export interface VisitViewDaysTable {
  id_visit: number;
  day: ColumnType<Date, string, string>;
  views: Generated<number>;
  guests: Generated<number>;
  seconds: Generated<number>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    visit_views: VisitViewsTable;
    visit_view_days: VisitViewDaysTable;
  }
}
