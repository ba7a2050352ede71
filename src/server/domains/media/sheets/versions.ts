import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import type { KeptPlan, PlanName } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import "./tables.ts";

export interface NewVersion {
  readonly id_sheet: number;
  readonly plan: KeptPlan;
  /** Name of the uploaded file. */
  readonly name: string;
  readonly id_user: number | null;
}

/**
 * Makes a floor plan the sheet's present version. The oldest are deleted above the limit. The sheet's row is locked, so
 * that two parallel calls get two numbers.
 */
export async function addVersion(trx: Trx, { id_sheet, plan, name, id_user }: NewVersion): Promise<void> {
  await sql`select from sheets where id = ${id_sheet} for no key update`.execute(trx);
  const { newest } = await trx
    .selectFrom("sheet_versions")
    .select(sql<number>`coalesce(max(version), 0)`.as("newest"))
    .where("id_sheet", "=", id_sheet)
    .executeTakeFirstOrThrow();
  const version = newest + 1;
  const { sha256, page, image } = plan;
  await trx.insertInto("sheet_versions").values({ id_sheet, version, sha256, page, name, id_user }).execute();
  await trx
    .updateTable("sheets")
    .set({ version, image, updated_at: sql`now()` })
    .where("id", "=", id_sheet)
    .execute();
  await trx
    .deleteFrom("sheet_versions")
    .where("id_sheet", "=", id_sheet)
    .where("version", "<=", version - limits.sheet.versions)
    .execute();
}

export interface VersionRow {
  readonly version: number;
  readonly name: string;
  readonly created_at: Date;
  readonly plan: KeptPlan;
  readonly bytes: number;
  readonly original: string;
  readonly author: PersonRow | null;
}

/** Newest first. */
export async function versionsOf(db: Database, sheetId: number): Promise<VersionRow[]> {
  const rows = await db
    .selectFrom("sheet_versions as v")
    .innerJoin("plans as p", (join) => join.onRef("p.sha256", "=", "v.sha256").onRef("p.page", "=", "v.page"))
    .leftJoin("users as u", "u.id", "v.id_user")
    .select(["v.version", "v.name", "v.created_at", "p.sha256", "p.page", "p.bytes", "p.original", "p.image"])
    .select(personJson("u").as("author"))
    .where("v.id_sheet", "=", sheetId)
    .orderBy("v.version", "desc")
    .execute();
  return rows.map(({ sha256, page, image, ...row }) => ({ ...row, plan: { sha256, page, image } }));
}

/** On a row of `plans`: true while a sheet uses or used it. */
export const planClaim = sql`exists (select from sheet_versions v
  where v.sha256 = plans.sha256 and v.page = plans.page)`;

/** Projects whose sheets show the floor plan now. */
export async function projectsShowing(trx: Trx, { sha256, page }: PlanName): Promise<number[]> {
  const rows = await trx
    .selectFrom("sheets as s")
    .innerJoin("sheet_versions as v", (join) =>
      join.onRef("v.id_sheet", "=", "s.id").onRef("v.version", "=", "s.version"),
    )
    .select("s.id_project")
    .distinct()
    .where("v.sha256", "=", sha256)
    .where("v.page", "=", page)
    .execute();
  return rows.map(({ id_project }) => id_project);
}
