import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { soon } from "#test/soon.ts";
import { beyondCall, withinCall } from "./call-scope.ts";
import type { DatabaseWork } from "./database-work.ts";
import { AppError } from "./errors.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const hour = 3_600_000;
const within = <T>(work: Partial<DatabaseWork>, task: () => Promise<T>) => {
  const signal = new AbortController().signal;
  return withinCall({ id: "test", work: { timeout: hour, isSlow: false, signal, ...work } }, task);
};
const sleep = (seconds = 600) => sql`select pg_sleep(${seconds})`.execute(database.db);

async function sleeping(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()",
  );
  return rows[0]?.n ?? 0;
}

it("cancels a statement after the time limit of its call, and refuses with an error", async () => {
  await expect(within({ timeout: 50 }, () => sleep())).rejects.toMatchObject({
    code: "TOO_SLOW",
    status: 503,
  });
  await soon(async () => expect(await sleeping()).toBe(0));
  expect((await sql<{ n: number }>`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});

it("rolls back a transaction whose statement was cancelled", async () => {
  const { db } = database;
  const writing = within({ timeout: 50 }, () =>
    db.transaction().execute(async (trx) => {
      await sql`insert into attempts (key_hash, count, ends_at) values ('\\x01', 1, now())`.execute(trx);
      await sql`select pg_sleep(600)`.execute(trx);
    }),
  );
  await expect(writing).rejects.toMatchObject({ code: "TOO_SLOW" });
  expect(await db.selectFrom("attempts").selectAll().execute()).toEqual([]);
});

it("cancels the statement of a cancelled call, and starts no other", async () => {
  const controller = new AbortController();
  const reason = new AppError("SEARCH_REPLACED");
  const call = within({ signal: controller.signal }, () => sleep().catch(() => sleep()));
  await soon(async () => expect(await sleeping()).toBe(1));
  controller.abort(reason);
  await expect(call).rejects.toBe(reason);
  await soon(async () => expect(await sleeping()).toBe(0));
});

it("leaves connections for others, under any amount of slow reading", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const slow = Array.from({ length: 12 }, () => within({ isSlow: true, signal }, () => sleep()));
  const ended = Promise.allSettled(slow);
  await soon(async () => expect(await sleeping()).toBe(4));
  await Promise.all(Array.from({ length: 12 }, () => within({}, () => sleep(0))));
  expect(await sleeping()).toBe(4);
  controller.abort(new AppError("TOO_SLOW"));
  expect((await ended).every(({ status }) => status === "rejected")).toBe(true);
  await within({ isSlow: true }, () => sleep(0));
});

it("limits nothing outside of a call", async () => {
  await expect(sleep(0.1)).resolves.toBeDefined();
});

it("neither limits nor cancels what goes on beyond its call", async () => {
  const controller = new AbortController();
  const work = { timeout: 1, signal: controller.signal };
  let going: Promise<unknown> | undefined;
  await within(work, async () => {
    going = beyondCall(() => sleep(0.2));
  });
  controller.abort(new AppError("TOO_SLOW"));
  await expect(going).resolves.toBeDefined();
});
