import type { Generated } from "kysely";

export interface VisitViewsTable {
  id: Generated<number>;
  id_visit: number;
  /** Null for a guest. */
  id_user: number | null;
  token_hash: Uint8Array;
  address: string;
  browser: Generated<string>;
  device: Generated<string>;
  duration_seconds: Generated<number>;
  rooms: Generated<number[]>;
  started_at: Generated<Date>;
  last_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    visit_views: VisitViewsTable;
  }
}
