import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import "./tables.ts";

/**
 * Project names are unique per owner: otherwise lists would show one name twice, and an action could hit the wrong
 * project. Case and surrounding blanks do not distinguish names; projects in the bin take none. Every call that names
 * an owner's project locks the owner's names first, so that two concurrent calls see each other.
 */
export async function holdNames(trx: Trx, ownerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`project names of ${ownerId}`}, 0))`.execute(trx);
}

/** To be called after `holdNames`. `except`: the project that is to have the name. */
export async function isNameTaken(trx: Trx, ownerId: number, name: string, except: number): Promise<boolean> {
  const other = await trx
    // Filters by name first: otherwise the planner scans all projects of an owner who has created thousands since the
    // last statistics.
    .with(
      (same) => same("same").materialized(),
      (db) =>
        db
          .selectFrom("projects as p")
          .select("p.id")
          .where("p.deleted_at", "is", null)
          .where("p.id", "<>", except)
          .where(sql<boolean>`lower(btrim(p.name)) = lower(btrim(${name}))`),
    )
    .selectFrom("same")
    .innerJoin("project_members as m", "m.id_project", "same.id")
    .select("same.id")
    .where("m.id_user", "=", ownerId)
    .where("m.role", "=", "owner")
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Locks the owner's names and throws VALIDATION at `name` when another of their projects has this one. */
export async function claimName(trx: Trx, ownerId: number, name: string, except = 0): Promise<void> {
  await holdNames(trx, ownerId);
  if (await isNameTaken(trx, ownerId, name, except))
    throw new AppError("VALIDATION", { fields: { name: ["projects.name_taken"] } });
}

/** Returns the name, or the first of "Name (2)", "Name (3)" … that none of the owner's other projects has. */
export async function freeName(trx: Trx, ownerId: number, name: string, except: number): Promise<string> {
  await holdNames(trx, ownerId);
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? "" : ` (${n})`;
    const wanted = cut(name, limits.name - ending.length) + ending;
    if (!(await isNameTaken(trx, ownerId, wanted, except))) return wanted;
  }
}

/** Cuts to whole characters of at most `length` code units, as the contract counts them. */
function cut(text: string, length: number): string {
  const short = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(short) ? short.slice(0, -1) : short;
}

/** User whose names the project's counts among; the first owner, null when their account is deleted. */
export async function ownerOf(trx: Trx, projectId: number): Promise<number | null> {
  const row = await trx
    .selectFrom("project_members")
    .select("id_user")
    .where("id_project", "=", projectId)
    .where("role", "=", "owner")
    .orderBy("id")
    .executeTakeFirst();
  return row?.id_user ?? null;
}
