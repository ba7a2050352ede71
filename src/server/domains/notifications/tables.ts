import type { Generated } from "kysely";
import type { Notification } from "#contract/notifications.ts";

export interface NotificationsTable {
  id: Generated<number>;
  id_user: number;
  type: Notification["type"];
  kind: string;
  /** Names the texts of title and message in i18n. */
  text: string;
  values: unknown;
  link: string | null;
  read_at: Date | null;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    notifications: NotificationsTable;
  }
}
