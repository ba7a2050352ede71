import { type Selectable, sql } from "kysely";
import { changedNames } from "#server/platform/activity.ts";
import { newCode } from "#server/platform/code.ts";
import type { Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import { isTimeZone } from "#server/platform/site-time.ts";
import { locationAfter } from "./location.ts";
import { claimName, ownerOf } from "./names.ts";
import type { ProjectRecord } from "./projects.policy.ts";
import type { ProjectsTable } from "./tables.ts";
import { checkType, setCategories } from "./type-and-categories.ts";
import "./tables.ts";

/** Editable fields of a project; undefined leaves the field alone. */
export type ProjectValues = Pick<
  ProjectRecord,
  | "name"
  | "description"
  | "status"
  | "location"
  | "latitude"
  | "longitude"
  | "time_zone"
  | "year"
  | "num_buildings"
  | "num_floors"
  | "area"
  | "id_type"
>;
export type ProjectInput = ProjectValues & { readonly category_ids: readonly number[] };
export type ProjectChange = { readonly [K in keyof ProjectInput]?: ProjectInput[K] | undefined } & {
  readonly is_public?: boolean | undefined;
};

type Row = Selectable<ProjectsTable>;

/**
 * Creates a project of `owner`. Returns its id. Throws VALIDATION at the invalid fields; then nothing is stored,
 * whatever else was valid.
 */
export async function insertProject(
  trx: Trx,
  owner: number,
  { category_ids, ...sent }: ProjectInput,
  validated: boolean,
): Promise<number> {
  const values = { ...sent, ...locationAfter({ latitude: null, longitude: null }, sent) };
  checkTimeZone(values.time_zone);
  await claimName(trx, owner, values.name);
  if (values.id_type !== null) await checkType(trx, values.id_type);
  const { id } = await trx
    .with("made", (db) =>
      db
        .insertInto("projects")
        .values({ ...values, code: newCode(), validated, deleted_at: null, cover: null, id_deleter: null })
        .returning("id"),
    )
    .insertInto("project_members")
    .columns(["id_project", "id_user", "role"])
    .expression((db) =>
      db
        .selectFrom("made")
        .select(["id", sql<number>`${owner}::bigint`.as("id_user"), sql.lit("owner").as("role")]),
    )
    .returning("id_project as id")
    .executeTakeFirstOrThrow();
  if (category_ids.length > 0) await setCategories(trx, id, category_ids);
  return id;
}

/**
 * Returns the current project, locked until the transaction ends, so that the log matches the change. Throws NOT_FOUND
 * when it was soft-deleted meanwhile.
 */
export async function holdProject(trx: Trx, { id }: Authorized<ProjectRecord>): Promise<Row> {
  const row = await trx
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("NOT_FOUND");
  return row;
}

/**
 * Writes the fields that differ. Returns the names of the changed fields, including `categories` and `type`. Throws
 * VALIDATION at fields like `insertProject`.
 */
export async function changeProject(trx: Trx, before: Row, change: ProjectChange): Promise<string[]> {
  const { category_ids, ...sent } = change;
  const values: Partial<Row> = definedOnly(sent);
  if (sent.latitude !== undefined || sent.longitude !== undefined)
    Object.assign(values, locationAfter(before, sent));
  if (values.time_zone !== undefined) checkTimeZone(values.time_zone);
  const changed = changedNames(before, values);
  if (changed.includes("name") && values.name !== undefined) {
    const owner = await ownerOf(trx, before.id);
    if (owner !== null) await claimName(trx, owner, values.name, before.id);
  }
  if (changed.includes("id_type") && values.id_type != null) await checkType(trx, values.id_type);
  const isRelabelled = category_ids !== undefined && (await setCategories(trx, before.id, category_ids));
  if (changed.length > 0 || isRelabelled) await writeProject(trx, before.id, values);
  const names = changed.map((name) => (name === "id_type" ? "type" : name));
  return isRelabelled ? [...names, "categories"] : names;
}

function checkTimeZone(zone: string): void {
  if (!isTimeZone(zone))
    throw new AppError("VALIDATION", { fields: { time_zone: ["projects.time_zone_unknown"] } });
}

export const writeProject = (trx: Trx, id: number, values: Partial<Row>) =>
  trx
    .updateTable("projects")
    .set({ ...values, updated_at: sql`now()` })
    .where("id", "=", id)
    .execute();
