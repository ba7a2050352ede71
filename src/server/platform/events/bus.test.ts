import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createLog } from "#server/platform/log.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { soon } from "#test/soon.ts";
import { type BusOptions, createBus } from "./bus.ts";
import { defineEvent } from "./event.ts";
import { pruneEvents } from "./prune.ts";
import { createSignals } from "./signals.ts";

const counted = defineEvent("test.counted", z.object({ n: z.number() }), {
  broadcast: ({ n }) => [{ channel: `private-count-${n % 2}`, event: "counted", data: { n } }],
});
const other = defineEvent("test.other", z.object({ text: z.string() }));
const log = createLog("silent");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** One "process": its own signals and bus on the shared database. */
async function node(options: Partial<BusOptions> = {}) {
  const { db, connection } = database;
  const signals = createSignals({ db, connection, log });
  const bus = createBus({ db, signals, log, ...options });
  await signals.start();
  await bus.start();
  onTestFinished(async () => {
    await bus.stop();
    await signals.stop();
  });
  const heard: number[] = [];
  bus.on(counted, ({ n }) => void heard.push(n));
  const emit = (n: number) => database.db.transaction().execute((trx) => bus.emit(trx, counted, { n }));
  return { bus, heard, emit };
}

test("An event reaches every process immediately, before the next poll for lost ones.", async () => {
  const [a, b] = [await node({ every: 3_600_000 }), await node({ every: 3_600_000 })];
  await a.emit(1);
  await soon(() => expect([a.heard, b.heard]).toEqual([[1], [1]]));
});

test("A transaction that rolls back delivers no event, and the next one does.", async () => {
  const { bus, heard, emit } = await node();
  const failing = database.db.transaction().execute(async (trx) => {
    await bus.emit(trx, counted, { n: 13 });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  await emit(14);
  await soon(() => expect(heard).toContain(14));
  expect(heard).toEqual([14]);
});

test("A transaction that commits after a younger one has been read is not missed and delays no other.", async () => {
  const { bus, heard, emit } = await node();
  let commit = (): void => undefined;
  const open = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = (): void => undefined;
  const wrote = new Promise<void>((resolve) => {
    written = resolve;
  });
  const late = database.db.transaction().execute(async (trx) => {
    await bus.emit(trx, counted, { n: 1 });
    written();
    await open;
  });
  await wrote;
  await emit(2);
  await soon(() => expect(heard).toEqual([2]));
  await emit(3);
  await soon(() => expect(heard).toEqual([2, 3]));
  commit();
  await late;
  await soon(() => expect(heard).toEqual([2, 3, 1]));
});

test("Three hundred events of eight concurrent writers are each received once by both processes.", async () => {
  const [a, b] = [await node(), await node()];
  const numbers = Array.from({ length: 300 }, (_, n) => n);
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (const n of numbers.filter((n) => n % 8 === writer)) await a.emit(n);
  });
  await Promise.all(writers);
  const sorted = (heard: number[]) => heard.toSorted((x, y) => x - y);
  await soon(() => expect([sorted(a.heard), sorted(b.heard)]).toEqual([numbers, numbers]));
});

test("Twelve hundred events of one transaction arrive in the order they were emitted.", async () => {
  const { bus, heard } = await node();
  const numbers = Array.from({ length: 1200 }, (_, n) => n);
  await database.db.transaction().execute(async (trx) => {
    for (const n of numbers) await bus.emit(trx, counted, { n });
  });
  await soon(() => expect(heard).toEqual(numbers));
});

test("The loss of the listening connection is recovered, and nothing of the gap is lost.", async () => {
  const { heard, emit } = await node({ every: 3_600_000 });
  await killListeners();
  for (const n of [1, 2, 3]) await emit(n);
  await soon(() => expect(heard).toEqual([1, 2, 3]));
  await soon(async () => expect(await countListeners()).toBeGreaterThan(0));
  await emit(4);
  await soon(() => expect(heard).toEqual([1, 2, 3, 4]));
});

test("An event whose notification was lost is found by the next poll.", async () => {
  const { heard } = await node();
  await sql`insert into events (name, payload) values ('test.counted', '{"n":5}')`.execute(database.db);
  await soon(() => expect(heard).toEqual([5]));
});

test("A consumer that throws stops neither the others nor the events after it.", async () => {
  const { bus, heard, emit } = await node();
  bus.on(counted, ({ n }) => {
    if (n === 1) throw new Error("cannot count to one");
  });
  bus.on(counted, async ({ n }) => {
    if (n === 1) throw new Error("nor asynchronously");
  });
  const after: number[] = [];
  bus.on(counted, ({ n }) => void after.push(n));
  await emit(1);
  await emit(2);
  await soon(() => expect(after).toEqual([1, 2]));
  expect(heard).toEqual([1, 2]);
});

test("Broadcasts are published in every process as declared by the event.", async () => {
  const published: unknown[] = [];
  const { emit } = await node({ publish: (broadcast) => void published.push(broadcast) });
  await emit(7);
  await soon(() =>
    expect(published).toEqual([{ channel: "private-count-1", event: "counted", data: { n: 7 } }]),
  );
});

test("A payload that does not match the event is refused when it is emitted and skipped when it is read.", async () => {
  const { bus, heard, emit } = await node();
  const wrong = database.db
    .transaction()
    .execute((trx) => bus.emit(trx, counted, { n: "one" as unknown as number }));
  await expect(wrong).rejects.toThrow(/expected number/);
  await sql`insert into events (name, payload) values ('test.counted', '{"n":"two"}'), ('test.unknown', '{}')`.execute(
    database.db,
  );
  await emit(3);
  await soon(() => expect(heard).toEqual([3]));
});

test("A past event is not delivered to a process that starts later.", async () => {
  const first = await node();
  await first.emit(1);
  const second = await node();
  await first.emit(2);
  await soon(() => expect(second.heard).toEqual([2]));
});

test("Two events may not have the same name.", () => {
  expect(() => defineEvent("test.other", z.object({}))).toThrow('The event "test.other" is defined twice.');
  expect(other.name).toBe("test.other");
});

test("Events older than seven days are pruned, younger ones are kept.", async () => {
  const { db } = database;
  await sql`truncate events`.execute(db);
  await sql`insert into events (name, payload, at)
    select 'test.old', '{}', now() - interval '8 days' from generate_series(1, 6000)`.execute(db);
  await sql`insert into events (name, payload, at) values ('test.young', '{}', now() - interval '6 days')`.execute(
    db,
  );
  await pruneEvents(db, log);
  const { rows } = await sql<{ name: string }>`select name from events`.execute(db);
  expect(rows).toEqual([{ name: "test.young" }]);
});

test("Notifications are coalesced: a hundred commits in a burst send far fewer.", async () => {
  const { db, connection } = database;
  const signals = createSignals({ db, connection, log });
  const hearing = createSignals({ db, connection, log });
  let heard = 0;
  hearing.on("burst", () => {
    heard += 1;
  });
  await hearing.start();
  onTestFinished(async () => {
    await signals.stop();
    await hearing.stop();
  });
  heard = 0;
  const start = performance.now();
  for (let n = 0; n < 100; n++) await db.transaction().execute((trx) => signals.raiseWith(trx, "burst"));
  const elapsed = performance.now() - start;
  await soon(() => expect(heard).toBeGreaterThan(0));
  await sleep(100);
  expect(heard).toBeLessThanOrEqual(Math.ceil((elapsed + 100) / 20));
});

async function killListeners(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'sitewalk events'`.execute(database.db);
}

async function countListeners(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'sitewalk events'`.execute(database.db);
  return rows[0]?.n ?? 0;
}
