import type pg from "pg";

type Client = Pick<pg.Client, "query">;

/** One table on both sides, with the columns that a statement may write. */
export interface CopiedTable {
  /** Quoted, with its schema. */
  readonly from: string;
  readonly to: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Rows read at a time: few enough for the longest texts of a row. */
const ROWS = 500;

/**
 * Copies all rows of one table and compares both sides. Values travel as the text that PostgreSQL writes for them, so
 * that they are copied without loss. Both clients are within a transaction.
 * @throws Error when the target does not hold what the source does
 */
export async function copyTable(
  source: Client,
  target: Client,
  table: CopiedTable,
  onRows: (rows: number) => void,
): Promise<number> {
  const { columns } = table;
  const quoted = columns.map(({ name }) => name).join(", ");
  const texts = columns.map(({ name }) => `${name}::text`).join(", ");
  const places = columns.map((_, at) => `$${at + 1}::text[]`).join(", ");
  const names = columns.map((_, at) => `v${at}`).join(", ");
  const values = columns.map(({ type }, at) => `v${at}::${type}`).join(", ");
  const insert = `insert into ${table.to} (${quoted}) overriding system value
    select ${values} from unnest(${places}) as given (${names})`;
  await source.query(`declare moved no scroll cursor for select ${texts} from ${table.from}`);
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<(string | null)[]>({
      text: `fetch ${ROWS} from moved`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    await target.query(
      insert,
      columns.map((_, at) => rows.map((row) => row[at] ?? null)),
    );
    copied += rows.length;
    onRows(rows.length);
  }
  await source.query("close moved");
  const [before, after] = [await sumOf(source, table.from, quoted), await sumOf(target, table.to, quoted)];
  if (before !== after)
    throw new Error(`${table.to} has ${after} after the move, ${table.from} has ${before}.`);
  return copied;
}

/** Number of rows and a sum over their values that does not depend on their order. */
async function sumOf(client: Client, table: string, columns: string): Promise<string> {
  const { rows } = await client.query<{ n: string; sum: string }>(`
    select count(*)::text as n, coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0)::text as sum from ${table}`);
  return `${rows[0]?.n} rows (${rows[0]?.sum})`;
}
