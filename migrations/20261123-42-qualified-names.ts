import { type Kysely, sql } from "kysely";

/**
 * Functions name what they use with its schema. `pg_restore`, `pg_upgrade` and `psql` restore with an empty
 * `search_path`, where `member_grants()` did not find `role_grants()`, and the table that computes a column by it did
 * not come back. `set search_path` on a function would do, too, but PostgreSQL never inlines such a function.
 *
 * Each body is rewritten as it is in this database, so that the bodies stand in one migration only. New functions write
 * the schema themselves; `test/restore` refuses one that does not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schemas = await sql<{ own: string; trigrams: string }>`
    select quote_ident(current_schema()) as own,
      (select quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where extname = 'pg_trgm') as trigrams`.execute(db);
  const [schema] = schemas.rows;
  if (schema === undefined) throw new Error("The database did not answer which schema it uses.");
  const relations = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`.execute(db);
  const functions = await ownFunctions(db);
  const qualified = qualifier(schema, {
    relations: relations.rows.map(({ name }) => name),
    functions: functions.map(({ name }) => name),
  });
  for (const { head, body } of functions) {
    const text = qualified(body);
    if (text !== body) await sql.raw(`${head}${text}$body_of_function$`).execute(db);
  }
}

/** Nothing to take back: the functions do what they did. */
export async function down(): Promise<void> {}

interface OwnFunction {
  readonly name: string;
  /** `create or replace …` up to the body. */
  readonly head: string;
  readonly body: string;
}

/** Functions and procedures of this schema that no extension brought. */
async function ownFunctions(db: Kysely<unknown>): Promise<OwnFunction[]> {
  const { rows } = await sql<{ name: string; whole: string; body: string }>`
    select proname as name, pg_get_functiondef(p.oid) as whole, prosrc as body from pg_proc p
    where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p')
      and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
      and not exists (select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by p.oid`.execute(db);
  return rows.map(({ name, whole, body }) => {
    // `$function$` or `$procedure$`, and longer ones where the body holds that.
    const [, head = ""] = /^(.*?\nAS )\$(?:function|procedure)x*\$/s.exec(whole) ?? [];
    return { name, head: `${head}$body_of_function$`, body };
  });
}

/** Rewrites one body. Tables are known by the word before them, since columns have the same names as some of them. */
function qualifier(
  { own, trigrams }: { readonly own: string; readonly trigrams: string },
  names: { readonly relations: readonly string[]; readonly functions: readonly string[] },
): (body: string) => string {
  // `item` is the one variable that has a row of a table for its type.
  const table = new RegExp(
    String.raw`\b((?:from|join|into|update|item)\s+)(${names.relations.join("|")})\b(?!\s*\.)`,
    "g",
  );
  const call = new RegExp(String.raw`(?<![.\w])(${names.functions.join("|")})(?=\()`, "g");
  return (body) =>
    body
      .replace(table, (_, before: string, name: string) => `${before}${own}.${name}`)
      // What `search_attach` creates or names for a trigger lies in the schema of whoever calls it.
      .replace(call, (name) => `${own}.${name}`)
      .replace(/(?<![.\w])similarity\(/g, `${trigrams}.similarity(`)
      .replace(/\bword % term\b/g, `word operator(${trigrams}.%) term`);
}
