import { sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { Membership } from "./hierarchy.ts";
import "#server/domains/people/auth/tables.ts";
import "../projects/tables.ts";

export interface MemberRow extends Membership {
  readonly id_member: number;
  readonly id_user: number;
  readonly id_project: number;
  readonly grants: readonly Grant[];
  readonly name: string;
  readonly code: string;
  readonly avatar: string | null;
  readonly email: string;
  readonly company: string;
  readonly created_at: Date;
  readonly last_seen_at: Date | null;
}

/** A member, by any identifier that the caller has. */
export interface Which {
  readonly id_user?: number | undefined;
  readonly id_member?: number | undefined;
  readonly email?: string | undefined;
}

const members = (source: Database | Trx, id_project: number) =>
  source
    .selectFrom("project_members as m")
    .innerJoin("users as u", "u.id", "m.id_user")
    .innerJoinLateral(lastSeen, (join) => join.onTrue())
    .select(["m.id as id_member", "m.id_user", "m.id_project", "m.role", "m.given", "m.withheld", "m.grants"])
    .select(["m.created_at", "u.code", "u.avatar", "u.email", "u.company", "seen.last_seen_at"])
    .select(personName("u").as("name"))
    .where("m.id_project", "=", id_project)
    // A user in the bin regains their membership when restored, and is not visible until then.
    .where("u.deleted_at", "is", null);

const lastSeen = sql<{ last_seen_at: Date | null }>`(
  select max(s.last_seen_at) as last_seen_at from sessions s where s.id_user = u.id)`.as<"seen">(sql`seen`);

/** Those with more rights first, then by name: all members, in one statement. */
export const listMembers = (db: Database, id_project: number): Promise<MemberRow[]> =>
  members(db, id_project)
    .orderBy(sql`array_position(array['owner', 'manager', 'editor', 'viewer', 'trade'], m.role)`)
    .orderBy(sql`${personName("u")} collate "und-x-icu"`)
    .orderBy("m.id")
    .limit(limits.team.members + 10)
    .execute();

export const findMember = (
  source: Database | Trx,
  id_project: number,
  { id_user, id_member, email }: Which,
): Promise<MemberRow | undefined> =>
  members(source, id_project)
    .$if(id_user !== undefined, (query) => query.where("m.id_user", "=", id_user ?? 0))
    .$if(id_member !== undefined, (query) => query.where("m.id", "=", id_member ?? 0))
    .$if(email !== undefined, (query) => query.where(sql<boolean>`lower(u.email) = lower(${email ?? ""})`))
    .executeTakeFirst();

export const setPlace = (trx: Trx, id_member: number, { role, given, withheld }: Membership) =>
  trx.updateTable("project_members").set({ role, given, withheld }).where("id", "=", id_member).execute();

/** All owners except this one: one owner remains, however many there were before. */
export const otherOwners = (
  trx: Trx,
  id_project: number,
  id_user: number,
): Promise<{ id: number; id_user: number }[]> =>
  trx
    .selectFrom("project_members")
    .select(["id", "id_user"])
    .where("id_project", "=", id_project)
    .where("role", "=", "owner")
    .where("id_user", "<>", id_user)
    .execute();

/** Makes a user a member; returns false when they are one already, whose role stays unchanged. */
export async function insertMember(
  trx: Trx,
  member: { readonly id_project: number; readonly id_user: number; readonly role: ProjectRole },
): Promise<boolean> {
  const made = await trx
    .insertInto("project_members")
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Removes a member. */
export const deleteMember = (trx: Trx, id_project: number, id_user: number) =>
  trx
    .deleteFrom("project_members")
    .where("id_project", "=", id_project)
    .where("id_user", "=", id_user)
    .execute();
