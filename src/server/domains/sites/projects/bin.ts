import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { BinnedProject } from "#contract/projects.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import { flagsBy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { freeName, ownerOf } from "./names.ts";
import { binnedProjectRights, standingsIn } from "./projects.policy.ts";
import "./tables.ts";

/** Days that a deleted project stays in the bin. */
export const binDays = 30;

/** Projects that a user may restore: their own, all of them for a super admin; the newest 500. */
export async function listBin(db: Database, user: SessionUser): Promise<BinnedProject[]> {
  const rows = await db
    .selectFrom("projects as p")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .leftJoin("users as u", "u.id", "p.id_deleter")
    .select(["p.id", "p.code", "p.name", "p.active", "p.validated", "p.is_public", "m.role", "m.grants"])
    .select(sql<Date>`p.deleted_at`.as("deleted_at"))
    .select(sql<Date>`p.deleted_at + make_interval(days => ${binDays})`.as("until"))
    .select(sql<string | null>`case when u.id is not null then ${personName("u")} end`.as("deleted_by"))
    .select(
      sql<number>`(
        select count(*) from visits v where v.id_project = p.id and v.deleted_at is null)`.as("visit_count"),
    )
    .where("p.deleted_at", "is not", null)
    .$if(!user.super_admin, (query) => query.where("m.role", "=", "owner"))
    .orderBy("p.deleted_at", "desc")
    .orderBy("p.id", "desc")
    .limit(limits.bulk)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    id_project: row.id,
    code: row.code,
    name: row.name,
    deleted_at: row.deleted_at.toISOString(),
    deleted_by: row.deleted_by,
    until: row.until.toISOString(),
    visit_count: row.visit_count,
    can: flagsBy(binnedProjectRights, user, standingsIn(row)),
  }));
}

export const moveToBin = (trx: Trx, id: number, by: number) =>
  trx
    .updateTable("projects")
    .set({ deleted_at: sql`now()`, id_deleter: by, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();

/** Returns the current name; undefined when it is no longer in the bin: restored already, or permanently deleted. */
export async function takeOutOfBin(trx: Trx, id: number): Promise<string | undefined> {
  const project = await trx
    .selectFrom("projects")
    .select("name")
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  if (project === undefined) return undefined;
  const ownerId = await ownerOf(trx, id);
  const name = ownerId === null ? project.name : await freeName(trx, ownerId, project.name, id);
  await trx
    .updateTable("projects")
    .set({ name, deleted_at: null, id_deleter: null, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
  return name;
}
