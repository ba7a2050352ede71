import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
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
  about: "Messages. `sender` and `recipient` are those of the message.",
  verbs: {
    view: { allows: "read the message and star it", to: ["sender", "recipient"], reads: true },
  },
});

/** Only for the two users of a message: a super admin cannot read others' messages. */
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

/**
 * Permitted recipients, as a condition on `users u`: users who share a project that is not in the bin, and to and from
 * super admins. A member who may not see a project's team can write to those who may change it, and reply to any of the
 * team who wrote to them: the list of recipients does not reveal the others. Excludes the caller and accounts that
 * cannot sign in; the shared demo account neither sends nor receives.
 */
export function mayBeWrittenTo(caller: SessionUser): RawBuilder<SqlBool> {
  if (caller.is_demo) return sql<SqlBool>`false`;
  const knows = caller.super_admin
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(u.role = 'super_admin' or exists (
        select from project_members his
        join project_members mine on mine.id_project = his.id_project and mine.id_user = ${caller.id}
        join projects p on p.id = his.id_project and p.deleted_at is null
        where his.id_user = u.id and ('team.view' = any (mine.grants) or 'team.edit' = any (his.grants)
          or exists (select from messages w where w.sender_id = u.id and w.recipient_id = ${caller.id}))))`;
  return sql<SqlBool>`(u.id <> ${caller.id} and not u.is_demo and u.locked_at is null and u.awaiting is null and ${knows})`;
}
