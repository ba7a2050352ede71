import { type Selectable, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { ProjectInvitationsTable } from "./tables.ts";
import "./tables.ts";

/** A pending invitation, and whether it is the caller's. */
export type InvitationRecord = Selectable<ProjectInvitationsTable> & { readonly is_own: boolean };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    invitation: InvitationRecord;
  }
}

export const invitationRights = rightsFor<"invited">()({
  about: "Invitations to projects. `invited` is the person who was invited.",
  verbs: { answer: { allows: "accept or decline the invitation", to: ["invited"] } },
});

export function invitationPolicy(db: Database): Policy<InvitationRecord> {
  return {
    rights: invitationRights,
    load: (key, user) =>
      db
        .selectFrom("project_invitations as i")
        .innerJoin("projects as p", "p.id", "i.id_project")
        .selectAll("i")
        .select(sql<boolean>`coalesce(i.id_user = ${user?.id ?? 0}, false)`.as("is_own"))
        .where("i.state", "=", "pending")
        .where("i.expires_at", ">", sql<Date>`now()`)
        .where("p.deleted_at", "is", null)
        .where("i.id", "=", Number(key))
        .executeTakeFirst(),
    flags: (invitation, user) => flagsBy(invitationRights, user, invitation.is_own ? ["invited"] : []),
  };
}
