import { gunzipSync, gzipSync } from "node:zlib";
import type pg from "pg";

/** Rows of an installation as plain data, to be loaded into a schema created by migrations. */
export interface Snapshot {
  /** The newest migration of its schema. */
  readonly migration: string;
  readonly tables: Readonly<Record<string, TableRows>>;
}

export interface TableRows {
  readonly columns: readonly string[];
  /** Values in the database's own text form, so that none loses precision. */
  readonly rows: readonly (readonly (string | null)[])[];
}

type Client = Pick<pg.Client, "query">;

/** Tables of the migrator itself. */
const OWN = ["kysely_migration", "kysely_migration_lock"];

/** Every column that a statement may write, by table. */
export async function readColumns(client: Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any ($1)
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by 1 order by 1`,
    [OWN],
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

const quoted = (name: string) => `"${name}"`;

export async function readTable(
  client: Client,
  table: string,
  columns: readonly string[],
): Promise<TableRows> {
  const values = columns.map((column) => `${quoted(column)}::text`).join(", ");
  const { rows } = await client.query<(string | null)[]>({
    text: `select ${values} from ${quoted(table)}`,
    rowMode: "array",
  });
  // In an order independent of the storage order.
  return { columns, rows: rows.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)) };
}

export async function readSnapshot(client: Client): Promise<Snapshot> {
  const newest = await client.query<{ name: string }>("select max(name) as name from kysely_migration");
  const tables: Record<string, TableRows> = {};
  for (const [table, columns] of await readColumns(client)) {
    const found = await readTable(client, table, columns);
    if (found.rows.length > 0) tables[table] = found;
  }
  return { migration: newest.rows[0]?.name ?? "", tables };
}

/**
 * Inserts the rows with their own columns only, like a program that knows no others. Foreign keys and triggers are
 * disabled meanwhile, since the rows are already those of a complete installation; every other rule of the tables
 * applies.
 */
export async function loadSnapshot(client: Client, { tables }: Snapshot): Promise<void> {
  await client.query("begin");
  await client.query("set local session_replication_role = replica");
  for (const [table, content] of Object.entries(tables)) {
    await client.query(`delete from ${quoted(table)}`);
    for (const row of content.rows) await insertRow(client, table, content.columns, row);
  }
  await client.query("commit");
  await client.query(`
    do $$
    declare part record;
    begin
      for part in
        select c.oid::regclass::text as tab, a.attname as col, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as seq
        from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
          and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
      loop
        execute format('select setval(%L, greatest((select coalesce(max(%I), 0) from %s), 1))', part.seq, part.col, part.tab);
      end loop;
    end $$`);
}

export async function insertRow(
  client: Client,
  table: string,
  columns: readonly string[],
  row: readonly (string | null)[],
  otherwise = "",
): Promise<void> {
  const names = columns.map(quoted).join(", ");
  const places = columns.map((_, at) => `$${at + 1}`).join(", ");
  await client.query(
    `insert into ${quoted(table)} (${names}) overriding system value values (${places}) ${otherwise}`,
    [...row],
  );
}

export const packed = (snapshot: Snapshot): Buffer => gzipSync(JSON.stringify(snapshot), { level: 9 });
export const unpacked = (bytes: Buffer): Snapshot =>
  JSON.parse(gunzipSync(bytes).toString("utf8")) as Snapshot;
