import { type Selectable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { UserRecord } from "#server/domains/people/auth/accounts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { ProjectInvitationsTable } from "./tables.ts";
import "./tables.ts";

export type Invitation = Selectable<ProjectInvitationsTable>;

/** A pending invitation, with the names of both ends. */
export interface InvitationRow extends Invitation {
  /** Name of the invited person; empty without an account. */
  readonly name: string;
  readonly inviter: string;
  readonly is_expired: boolean;
}

/** The invited person's view. */
export interface OwnRow extends Invitation {
  readonly project: string;
  readonly location: string;
  readonly cover: string | null;
  readonly inviter: string;
}

const inviter = sql<string>`coalesce((select ${personName("u")} from users u where u.id = i.id_inviter), '')`;
const isOpen = sql<boolean>`i.state = 'pending' and i.expires_at > now()`;
/** Expiry counted from now, by the database's clock. */
export const expiry = sql<Date>`now() + make_interval(days => ${limits.team.invitationDays})`;

export const listInvitations = (source: Database | Trx, id_project: number): Promise<InvitationRow[]> =>
  source
    .selectFrom("project_invitations as i")
    .selectAll("i")
    .select([
      sql<string>`coalesce((select ${personName("u")} from users u where u.id = i.id_user), '')`.as("name"),
      inviter.as("inviter"),
      sql<boolean>`i.expires_at <= now()`.as("is_expired"),
    ])
    .where("i.id_project", "=", id_project)
    .where("i.state", "=", "pending")
    .orderBy("i.id", "desc")
    .limit(limits.team.invitations)
    .execute();

export const listOwn = (db: Database, id_user: number): Promise<OwnRow[]> =>
  db
    .selectFrom("project_invitations as i")
    .innerJoin("projects as p", "p.id", "i.id_project")
    .selectAll("i")
    .select(["p.name as project", "p.location", "p.cover", inviter.as("inviter")])
    .where("i.id_user", "=", id_user)
    .where(isOpen)
    .where("p.deleted_at", "is", null)
    .orderBy("i.id", "desc")
    .limit(limits.team.invitations)
    .execute();

/** Finds a pending invitation, expired or not, and locks it until the transaction ends. */
export const findPending = (
  trx: Trx,
  id_project: number,
  which: { readonly id?: number | undefined; readonly email?: string | undefined },
): Promise<Invitation | undefined> =>
  trx
    .selectFrom("project_invitations as i")
    .selectAll("i")
    .where("i.id_project", "=", id_project)
    .where("i.state", "=", "pending")
    .$if(which.id !== undefined, (query) => query.where("i.id", "=", which.id ?? 0))
    .$if(which.email !== undefined, (query) =>
      query.where(sql<boolean>`lower(i.email) = lower(${which.email ?? ""})`),
    )
    .forUpdate()
    .executeTakeFirst();

/** Finds a pending invitation that has not expired, and locks it. */
export const findOpen = (trx: Trx, id: number, id_user: number): Promise<Invitation | undefined> =>
  trx
    .selectFrom("project_invitations as i")
    .selectAll("i")
    .where("i.id", "=", id)
    .where("i.id_user", "=", id_user)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();

/** Finds by the address or, when that has changed since, by the original recipient. Includes expired ones. */
export const findFor = (
  trx: Trx,
  id_project: number,
  email: string,
  id_user: number,
): Promise<(Invitation & { is_expired: boolean }) | undefined> =>
  trx
    .selectFrom("project_invitations as i")
    .selectAll("i")
    .select(sql<boolean>`i.expires_at <= now()`.as("is_expired"))
    .where("i.id_project", "=", id_project)
    .where("i.state", "=", "pending")
    .where((where) =>
      where.or([sql<boolean>`lower(i.email) = lower(${email})`, where("i.id_user", "=", id_user)]),
    )
    .orderBy("is_expired")
    .forUpdate()
    .executeTakeFirst();

export async function countPending(trx: Trx, id_project: number): Promise<number> {
  const { n } = await trx
    .selectFrom("project_invitations")
    .select(sql<number>`count(*)`.as("n"))
    .where("id_project", "=", id_project)
    .where("state", "=", "pending")
    .executeTakeFirstOrThrow();
  return n;
}

/** `isRenewed`: another replaces it, with this one's id as `id_former`. */
export const close = (trx: Trx, id: number, state: "cancelled" | "declined", { isRenewed = false } = {}) =>
  trx
    .updateTable("project_invitations")
    .set({ state, is_renewed: isRenewed, answered_at: sql<Date>`now()`, token_hash: null })
    .where("id", "=", id)
    .execute();

/** The user with this address, whatever the status of the account. */
export const personAt = (source: Database | Trx, email: string): Promise<UserRecord | undefined> =>
  source
    .selectFrom("users")
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
