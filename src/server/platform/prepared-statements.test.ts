import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase, testPool } from "#test/database.ts";
import { plannedEachTime, withPreparedStatements } from "./prepared-statements.ts";
import { createSlowQueryLimit } from "./slow-query-limit.ts";

interface Tables {
  things: { id: number };
}

let database: TestDatabase;
let db: Kysely<Tables>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  // A single connection: the state left by one statement affects the next one.
  const pool = testPool({ ...database.connection, max: 1 });
  db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool, unlimited) }),
  });
  await sql`create table things as select 1 as id`.execute(db);
});
afterEach(async () => {
  await sql`drop table things`.execute(db);
  await db.destroy();
});

/** Outside of a call there are no limits. */
const unlimited = {
  share: createSlowQueryLimit({ most: 1, patience: 0 }),
  canceller: { cancel: () => Promise.resolve() },
};

const readThings = (from: Kysely<Tables> = db) => from.selectFrom("things").selectAll().execute();

async function keptStatements(): Promise<string[]> {
  const kept = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return kept.rows.map(({ statement }) => statement);
}

it("keeps the plans of reads and writes, within a transaction only those that name their columns", async () => {
  await readThings();
  await readThings();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto("things").values({ id: 2 }).execute();
    await trx.updateTable("things").set({ id: 3 }).where("id", "=", 2).returningAll().execute();
    await sql`select t.* from "things" t`.execute(trx);
    await sql`${plannedEachTime} select id from "things"`.execute(trx);
    await trx.selectFrom("things").modifyFront(plannedEachTime).select("id").execute();
  });
  const kept = await keptStatements();
  expect(kept.filter((statement) => statement.includes('"things"')).toSorted()).toEqual([
    'insert into "things" ("id") values ($1)',
    'select * from "things"',
  ]);
});

it("continues within a transaction when a migration has added a column to a prepared statement", async () => {
  const insert = () =>
    db.transaction().execute((trx) => trx.insertInto("things").values({ id: 2 }).returning("id").execute());
  await insert();
  await sql`alter table things add column colour text default 'red'`.execute(db);
  expect(await insert()).toEqual([{ id: 2 }]);
});

it("continues when a migration has made the plan stale", async () => {
  await readThings();
  await sql`alter table things add column colour text default 'red'`.execute(db);
  expect(await readThings()).toEqual([{ id: 1, colour: "red" }]);
  expect(await readThings()).toEqual([{ id: 1, colour: "red" }]);
});

it("does not let a stale plan end a transaction", async () => {
  await readThings();
  await sql`alter table things add column colour text default 'red'`.execute(db);
  const rows = await db.transaction().execute((trx) => readThings(trx));
  expect(rows).toEqual([{ id: 1, colour: "red" }]);
});
