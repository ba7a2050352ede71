import pg from "pg";
import { cpuOfTrees } from "../lib/process-tree.ts";

/** CPU milliseconds of PostgreSQL for one visit, inserted in statements of a thousand and one by one. */
export interface InsertCost {
  readonly with: number;
  readonly without: number;
  readonly singleWith: number;
  readonly singleWithout: number;
}

/** Inserts into an otherwise empty database, and leaves it empty. */
export async function insertCost(connection: pg.ClientConfig): Promise<InsertCost> {
  const client = new pg.Client(connection);
  await client.connect();
  const backend = (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid ?? 0;
  await client.query("insert into projects (code, name, year) values ('insert-cost', 'Insert cost', 2026)");
  let made = 0;
  const insert = (count: number) =>
    client.query(
      `insert into visits (code, id_project, name, description, visit_date)
       select 'cost-' || n, (select id from projects where code = 'insert-cost'), 'Tower ' || n || ' north wing',
         'Weekly walk, concrete and steel, level ' || n % 61, now() from generate_series($1::int, $2::int) n`,
      [made + 1, (made += count)],
    );
  const perVisit = async (statements: number, size: number) => {
    await insert(size);
    const before = cpuOfTrees([backend]);
    for (let n = 0; n < statements; n += 1) await insert(size);
    return (cpuOfTrees([backend]) - before) / (statements * size);
  };
  const [bulkWith, singleWith] = [await perVisit(10, 1000), await perVisit(500, 1)];
  await client.query("alter table visits disable trigger search_insert");
  const [bulk, single] = [await perVisit(10, 1000), await perVisit(500, 1)];
  await client.query("alter table visits enable trigger search_insert");
  await client.query("truncate projects restart identity cascade");
  await client.end();
  return { with: bulkWith, without: bulk, singleWith, singleWithout: single };
}
