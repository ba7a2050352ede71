import type { Generated } from "kysely";

export interface MessagesTable {
  id: Generated<number>;
  type: "system" | "user";
  /** Null for messages of the server. */
  sender_id: number | null;
  recipient_id: number;
  content: string;
  /** Time at which the recipient read it. */
  read_at: Generated<Date | null>;
  starred_by_sender: Generated<boolean>;
  starred_by_recipient: Generated<boolean>;
  deleted_by_sender_at: Generated<Date | null>;
  deleted_by_recipient_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    messages: MessagesTable;
  }
}
