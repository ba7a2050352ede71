import type { ColumnType, Generated } from "kysely";
import type { Notification } from "#contract/notifications.ts";

export interface NotificationsTable {
  id: Generated<number>;
  id_user: number;
  type: Notification["type"];
  kind: string;
  /** Key of the texts of title and message in i18n. */
  text: string;
  values: ColumnType<Readonly<Record<string, unknown>>, string>;
  /** Number of notifications that this row stands for. */
  count: Generated<number>;
  /** The subject: an unread row is replaced by later ones of the same subject. */
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
