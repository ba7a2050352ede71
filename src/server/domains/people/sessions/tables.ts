import type { Generated } from "kysely";
import type { alertKinds } from "#contract/sessions.ts";

export interface AccountAlertsTable {
  id: Generated<number>;
  id_user: number;
  kind: (typeof alertKinds)[number];
  address: string;
  user_agent: string;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    account_alerts: AccountAlertsTable;
  }
}
