import type { Generated } from "kysely";

interface BackupsTable {
  id: Generated<number>;
  folder: string;
  node: string;
  /** Within the folder, once it is complete. */
  name: string | null;
  state: Generated<"running" | "done" | "failed">;
  started_at: Generated<Date>;
  ended_at: Date | null;
  bytes: number | null;
  copied_bytes: number | null;
  /** For users: why it was not made. */
  problem: string | null;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    backups: BackupsTable;
  }
}
