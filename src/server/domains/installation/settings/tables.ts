import type { Generated } from "kysely";

/** One row per setting that was ever changed: a value, or an encrypted secret. */
export interface SettingsTable {
  key: string;
  value: unknown;
  sealed: string | null;
  updated_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    settings: SettingsTable;
  }
}
