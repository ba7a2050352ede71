import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { preparing } from "./prepared.ts";

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
  // A single connection: what one statement leaves on it, the next one meets.
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  // The database is dropped over connections that are still saying goodbye.
  pool.on("connect", (client) => client.on("error", () => undefined));
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  await sql`create table things as select 1 as id`.execute(db);
});
afterEach(async () => {
  await sql`drop table things`.execute(db);
  await db.destroy();
});

const readThings = (from: Kysely<Tables> = db) => from.selectFrom("things").selectAll().execute();

async function keptStatements(): Promise<string[]> {
  const kept = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return kept.rows.map(({ statement }) => statement);
}

it("keeps the plan of a read, and of nothing else", async () => {
  await readThings();
  await readThings();
  await db.insertInto("things").values({ id: 2 }).execute();
  const kept = await keptStatements();
  expect(kept.filter((statement) => statement.includes('"things"'))).toEqual(['select * from "things"']);
});

it("goes on when a migration has made the plan stale", async () => {
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
