import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { MessagesTable } from "./tables.ts";

export type MessageRecord = Selectable<MessagesTable>;

declare module "#server/platform/policy.ts" {
  interface Subjects {
    message: MessageRecord;
  }
}

export const messageRights = rightsFor<"sender" | "recipient">()({
  about: "Messages. A standing is to have written the message or to have received it.",
  verbs: {
    view: { allows: "read the message and star it", to: ["sender", "recipient"], reads: true },
  },
});

/** Nobody but the two whom it concerns: a super admin reads no letters. */
export function messagePolicy(db: Database): Policy<MessageRecord> {
  return {
    rights: messageRights,
    load: (key) => db.selectFrom("messages").selectAll().where("id", "=", Number(key)).executeTakeFirst(),
    flags: messageFlags,
  };
}

export function messageFlags(
  { sender_id, recipient_id }: Pick<MessageRecord, "sender_id" | "recipient_id">,
  user: SessionUser | null,
) {
  const standings = [
    ...(user !== null && user.id === sender_id ? (["sender"] as const) : []),
    ...(user !== null && user.id === recipient_id ? (["recipient"] as const) : []),
  ];
  return flagsBy(messageRights, user, standings);
}
