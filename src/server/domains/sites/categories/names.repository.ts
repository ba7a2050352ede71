import { type SqlBool, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";

/** A name with the number of projects visible to the caller that have it. */
export interface CountedName {
  readonly id: number;
  readonly name: string;
  readonly project_count: number;
}

/** Tables that classify projects: both are lists of names maintained by super admins. */
export type NamesTable = "categories" | "project_types";

/** Condition under which a project of `p` has the name `n`. */
const holders: Readonly<Record<NamesTable, ReturnType<typeof sql<SqlBool>>>> = {
  categories: sql`exists (
    select from project_categories c where c.id_project = p.id and c.id_category = n.id)`,
  project_types: sql`p.id_type = n.id`,
};

export function createNamesRepository(db: Database, table: NamesTable) {
  const rows = (user: SessionUser, only?: number) => sql<CountedName>`
    select n.id, n.name, (
      select count(*) from projects p
      where p.deleted_at is null and ${holders[table]} and (${user.super_admin} or exists (
        select from project_members m
        where m.id_project = p.id and m.id_user = ${user.id} and 'project.view' = any (m.grants)))
    ) as project_count
    from ${sql.table(table)} n
    where ${only ?? null}::bigint is null or n.id = ${only ?? null}
    order by n.name collate "und-x-icu", n.id`;

  const one = async (user: SessionUser, id: number): Promise<CountedName> => {
    const { rows: found } = await rows(user, id).execute(db);
    const [row] = found;
    if (row === undefined) throw new AppError("NOT_FOUND");
    return row;
  };

  return {
    one,
    list: async (user: SessionUser): Promise<CountedName[]> => (await rows(user).execute(db)).rows,

    /** Throws VALIDATION at `name` when the name exists already. */
    async insert(trx: Trx, name: string): Promise<number> {
      const { id } = await trx
        .insertInto(table)
        .values({ name })
        .returning("id")
        .executeTakeFirstOrThrow()
        .catch(refuseTaken);
      return id;
    },

    /** Returns the previous name. Throws NOT_FOUND, and VALIDATION at `name` as above. */
    async rename(trx: Trx, id: number, name: string): Promise<string> {
      const before = await trx
        .selectFrom(table)
        .select("name")
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      if (before === undefined) throw new AppError("NOT_FOUND");
      await trx.updateTable(table).set({ name }).where("id", "=", id).execute().catch(refuseTaken);
      return before.name;
    },

    /** Returns the previous name. Projects that had it lose it by the tables' own rules. Throws NOT_FOUND. */
    async remove(trx: Trx, id: number): Promise<string> {
      const gone = await trx.deleteFrom(table).where("id", "=", id).returning("name").executeTakeFirst();
      if (gone === undefined) throw new AppError("NOT_FOUND");
      return gone.name;
    },
  };
}

/** The table itself enforces unique names, so that of two concurrent inserts one gets an error. */
function refuseTaken(error: unknown): never {
  if ((error as { code?: string }).code === "23505")
    throw new AppError("VALIDATION", { fields: { name: ["categories.name_taken"] } });
  throw error;
}

export type NamesRepository = ReturnType<typeof createNamesRepository>;
