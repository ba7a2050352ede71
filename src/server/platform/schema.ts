import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "./database.ts";
import { migrationFolder } from "./migrate.ts";

/** Names of the schema objects that migrations create, without which calls fail or rows become wrong. */
export interface SchemaNames {
  readonly tables: readonly string[];
  readonly functions: readonly string[];
  /** `table.trigger`. */
  readonly triggers: readonly string[];
}

const list = z.array(z.string());
const schemaNames = z.strictObject({ tables: list, functions: list, triggers: list });

/** Written by `npm run schema`, since a database that lost a table cannot report what it had. */
export const schemaFile = join(migrationFolder, "schema.json");

export const readSchemaFile = async (): Promise<SchemaNames> =>
  schemaNames.parse(JSON.parse(await readFile(schemaFile, "utf8")));

/** The objects of the database, without those of extensions, each list by name. */
export async function readSchemaNames(db: Database): Promise<SchemaNames> {
  const { rows } = await sql<SchemaNames>`
    select
      array(select relname::text from pg_class where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p') order by relname collate "C") as tables,
      array(select distinct proname::text collate "C" from pg_proc p
        where pronamespace = current_schema()::regnamespace and not exists (select from pg_depend d
          where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1) as functions,
      array(select relname || '.' || tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where relnamespace = current_schema()::regnamespace and not tgisinternal
        order by relname collate "C", tgname collate "C") as triggers`.execute(db);
  const [names] = rows;
  if (names === undefined) throw new Error("The database returned no table names.");
  return names;
}

/** The parts of `wanted` that the database lacks, as `table rooms`. Looks up names in the catalogue and reads no table. */
export async function missingFromSchema(db: Database, wanted: SchemaNames): Promise<string[]> {
  const { tables, functions, triggers } = wanted;
  const { rows } = await sql<{ missing: string }>`
    select 'table ' || name as missing from unnest(${tables}::text[]) name where to_regclass(quote_ident(name)) is null
    union all
    select 'function ' || name from unnest(${functions}::text[]) name
    where not exists (select from pg_proc where proname = name and pronamespace = current_schema()::regnamespace)
    union all
    select 'trigger ' || name from unnest(${triggers}::text[]) name
    where not exists (select from pg_trigger where tgname = split_part(name, '.', 2)
      and tgrelid = to_regclass(quote_ident(split_part(name, '.', 1))))`.execute(db);
  return rows.map(({ missing }) => missing);
}
