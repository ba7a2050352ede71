import { type RawBuilder, sql } from "kysely";
import type { SnagInvited } from "#contract/snags.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import "#server/domains/sites/team/tables.ts";

/**
 * Name of an invitation `i` on snags: the person's name or, without an account, the local part of the email address.
 * The whole address is shown only to users who manage the team.
 */
const shownName = sql<string>`coalesce(
  (select nullif(${personName("q")}, '') from users q where q.id = i.id_user), split_part(i.email, '@', 1))`;

/** Pending invitations of a project whose role will see snags assigned to it. */
const isOpen = (projectId: number) => sql<boolean>`i.id_project = ${projectId} and i.state = 'pending'
  and i.expires_at > now() and role_grants(i.role) && array['snags.view', 'snags.own']`;

export async function assignableInvited(db: Database, projectId: number): Promise<SnagInvited[]> {
  return db
    .selectFrom("project_invitations as i")
    .select(["i.id as id_invitation", shownName.as("name")])
    .where(isOpen(projectId))
    .orderBy("name")
    .orderBy("i.id")
    .limit(1000)
    .execute();
}

/** Whether a snag of the project can be assigned to the invitation, which is locked until the transaction ends. */
export async function isAssignableInvited(trx: Trx, projectId: number, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom("project_invitations as i")
    .select("i.id")
    .where("i.id", "=", id)
    .where(isOpen(projectId))
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export async function invitedName(db: Database | Trx, id: number): Promise<string | null> {
  const row = await db
    .selectFrom("project_invitations as i")
    .select(shownName.as("name"))
    .where("i.id", "=", id)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Over `snags s`: the pending invitation that it is assigned to. */
export const invitedOf: RawBuilder<SnagInvited | null> = sql<SnagInvited | null>`(
  select jsonb_build_object('id_invitation', i.id, 'name', ${shownName})
  from project_invitations i where i.id = s.id_invitation)`;
