import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";

type Fingerprints = Readonly<Record<string, string>>;

/**
 * The content of the tables as one hash per table: two equal results mean that nothing was written between them. `of`
 * restricts it to the rows that contain one of these ids in a column; without it every row counts.
 */
export async function fingerprints<DB>(
  db: Kysely<DB>,
  { without = [], of }: { without?: readonly string[]; of?: Readonly<Record<string, number>> } = {},
): Promise<Fingerprints> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.table_name as table, array_agg(c.column_name::text) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' group by c.table_name order by c.table_name`.execute(
    db,
  );
  const found: Record<string, string> = {};
  for (const { table, columns } of rows) {
    if (without.includes(table)) continue;
    const named = Object.entries(of ?? {}).filter(([column]) => columns.includes(column));
    if (of !== undefined && named.length === 0) continue;
    const which =
      of === undefined
        ? sql`true`
        : sql.join(
            named.map(([name, id]) => sql`t.${sql.ref(name)} = ${id}`),
            sql` or `,
          );
    const { rows: lines } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(table)} t where ${which} order by 1`.execute(db);
    const hash = createHash("sha256").update(lines.map(({ line }) => line).join("\n"));
    found[table] = `${lines.length}:${hash.digest("hex").slice(0, 16)}`;
  }
  return found;
}
