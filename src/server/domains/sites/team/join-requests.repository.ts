import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

/** A requester as seen by the project's managers. */
export interface RequestRow {
  readonly id: number;
  readonly id_project: number;
  readonly id_user: number;
  readonly project_code: string;
  readonly name: string;
  readonly code: string;
  readonly avatar: string | null;
  readonly email: string;
  readonly message: string;
  readonly created_at: Date;
}

/** A user's relation to a project, however much they know of it. */
export interface Standing {
  readonly id_project: number;
  readonly project_code: string;
  readonly name: string;
  readonly is_open: boolean;
  readonly is_shown: boolean;
  readonly is_member: boolean;
  readonly id_invitation: number | null;
  readonly since: Date | null;
  readonly is_declined: boolean;
}

/** Longest waiting first. */
export const listRequests = (db: Database, id_project: number): Promise<RequestRow[]> =>
  db
    .selectFrom("join_requests as r")
    .innerJoin("users as u", "u.id", "r.id_user")
    .innerJoin("projects as p", "p.id", "r.id_project")
    .select(["r.id", "r.id_project", "r.id_user", "r.message", "r.created_at", "p.code as project_code"])
    .select(["u.code", "u.avatar", "u.email", personName("u").as("name")])
    .where("r.id_project", "=", id_project)
    .where("r.state", "=", "pending")
    .where("u.locked_at", "is", null)
    .orderBy("r.id")
    .limit(limits.team.invitations)
    .execute();

/** Finds by number or code; undefined when there is no such project. */
export async function standingOf(
  source: Database | Trx,
  id_user: number,
  {
    id_project,
    project_code,
  }: { readonly id_project?: number | undefined; readonly project_code?: string | undefined },
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select p.id as id_project, p.code as project_code, p.name, p.active and p.validated as is_open,
      p.is_public and p.active and p.validated as is_shown,
      exists (select from project_members m where m.id_project = p.id and m.id_user = ${id_user}) as is_member,
      (select i.id from project_invitations i where i.id_project = p.id and i.id_user = ${id_user}
        and i.state = 'pending' and i.expires_at > now()) as id_invitation,
      (select r.created_at from join_requests r where r.id_project = p.id and r.id_user = ${id_user}
        and r.state = 'pending') as since,
      exists (select from join_requests r where r.id_project = p.id and r.id_user = ${id_user}
        and r.state = 'declined'
        and r.answered_at > now() - make_interval(days => ${limits.team.declinedDays})) as is_declined
    from projects p
    where p.deleted_at is null and ${project_code === undefined ? sql`p.id = ${id_project ?? 0}` : sql`p.code = ${project_code}`}`.execute(
    source,
  );
  return rows[0];
}

/** Pending requests of one user, in projects that are not deleted. */
export async function countWaiting(trx: Trx, id_user: number): Promise<number> {
  const { n } = await trx
    .selectFrom("join_requests as r")
    .innerJoin("projects as p", "p.id", "r.id_project")
    .select(sql<number>`count(*)`.as("n"))
    .where("r.id_user", "=", id_user)
    .where("r.state", "=", "pending")
    .where("p.deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Answers a pending request; undefined when there is none, or none any longer. */
export const answer = (
  trx: Trx,
  which: { readonly id_project: number; readonly id_user: number },
  state: "declined" | "cancelled",
  id_answerer: number | null,
): Promise<{ id: number } | undefined> =>
  trx
    .updateTable("join_requests")
    .set({ state, answered_at: sql<Date>`now()`, id_answerer })
    .where("id_project", "=", which.id_project)
    .where("id_user", "=", which.id_user)
    .where("state", "=", "pending")
    .returning("id")
    .executeTakeFirst();
