import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

it("survives the loss of a connection that is in a transaction, between two queries", async () => {
  const { db } = database;
  const lost = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    // Ended from outside while nothing awaits this connection: the driver can only report by an event.
    await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
    await new Promise((resume) => setTimeout(resume, 200));
    await sql`select 1`.execute(trx);
  });
  await expect(lost).rejects.toThrow();
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

it("reads ids as numbers, also those of a list", async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select 7::bigint as one, '{3,null,9007199254740991}'::bigint[] as some, '{}'::bigint[] as none,
      null::bigint[] as missing`.execute(database.db);
  expect(rows).toEqual([{ one: 7, some: [3, null, 9_007_199_254_740_991], none: [], missing: null }]);
});
