import type { ColumnType, Generated } from "kysely";
import type { Notification } from "#contract/notifications.ts";

export interface NotificationsTable {
  id: Generated<number>;
  id_user: number;
  type: Notification["type"];
  kind: string;
  /** Names the texts of title and message in i18n. */
  text: string;
  values: ColumnType<Readonly<Record<string, unknown>>, string>;
  /** For how many alike it stands. */
  count: Generated<number>;
  /** The matter: an unread one gives way to later news of the same matter. */
  fold: Generated<string | null>;
  link: string | null;
  read_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    notifications: NotificationsTable;
  }
}
