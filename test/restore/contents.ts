import { createHash } from "node:crypto";
import type pg from "pg";

/** The content of a database, in a form suitable for comparison. */
export interface Contents {
  /** Number of rows and a hash of their values, by table. */
  readonly tables: Readonly<Record<string, string>>;
  /** Functions, indexes, triggers and constraints as PostgreSQL prints them, and the values of sequences. */
  readonly definitions: readonly string[];
}

/** Reads all rows of the product and of its job queue. */
export async function readContents(client: Pick<pg.Client, "query">): Promise<Contents> {
  const found = await client.query<{ name: string }>(`
    select format('%I.%I', nspname, relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'r' and nspname in ('public', 'pgboss') order by 1`);
  const tables: Record<string, string> = {};
  for (const { name } of found.rows) {
    const { rows } = await client.query<{ line: string }>(
      `select whole::text as line from ${name} whole order by whole::text collate "C"`,
    );
    const hash = createHash("sha256");
    for (const { line } of rows) hash.update(`${line}\n`);
    tables[name] = `${rows.length} rows, ${hash.digest("hex")}`;
  }
  const { rows } = await client.query<{ text: string }>(`
    with own as (select oid from pg_namespace where nspname in ('public', 'pgboss'))
    select pg_get_functiondef(p.oid) as text from pg_proc p where pronamespace in (select oid from own)
      and prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select pg_get_indexdef(indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
    where relnamespace in (select oid from own)
    union all
    select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not tgisinternal and relnamespace in (select oid from own)
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace in (select oid from own) and contype <> 'n'
    union all
    select schemaname || '.' || sequencename || ' at ' || coalesce(last_value::text, 'its start') from pg_sequences
    where schemaname in ('public', 'pgboss')
    order by 1`);
  // Each restore parses conditions anew and places parentheses differently.
  return { tables, definitions: rows.map(({ text }) => text.replaceAll(/[()]/g, "")) };
}

/** Differences between two databases, including missing tables and functions. */
export function differences(before: Contents, after: Contents): string[] {
  const definitions = new Set(after.definitions);
  const known = new Set(before.definitions);
  return [
    ...Object.entries(before.tables)
      .filter(([name, rows]) => after.tables[name] !== rows)
      .map(([name, rows]) => `${name}: ${rows}; restored: ${after.tables[name] ?? "missing"}`),
    ...before.definitions.filter((text) => !definitions.has(text)).map((text) => `missing: ${text}`),
    ...after.definitions.filter((text) => !known.has(text)).map((text) => `added: ${text}`),
  ];
}
