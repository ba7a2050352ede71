import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createLog } from "#server/platform/log.ts";
import { type TestDatabase, testDatabase } from "#test/database.ts";
import { everyCase } from "#test/every-case.ts";
import { soon } from "#test/soon.ts";
import type { Trx } from "../database.ts";
import { createSignals } from "../events/signals.ts";
import { defineJob, type JobDefinition } from "./job.ts";
import { createJobs } from "./jobs.ts";
import { runAttempt } from "./run.ts";

const log = createLog("silent");
const Numbered = z.object({ n: z.number() });

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** One "process" with the given jobs. It works by default. */
async function node(definitions: readonly JobDefinition<object>[], works = true) {
  const { db, connection } = database;
  const signals = createSignals({ db, connection, log });
  const jobs = createJobs({ connection, signals, log, works, definitions });
  onTestFinished(async () => {
    await jobs.stop(200);
    await signals.stop();
  });
  return {
    jobs,
    start: async () => {
      await signals.start();
      await jobs.start();
    },
  };
}

test("A job sent in a transaction runs soon after the commit, in another process.", async () => {
  const job = defineJob("test.prompt", Numbered);
  const [web, worker] = [await node([job], false), await node([job])];
  const done: number[] = [];
  worker.jobs.work(job, async ({ n }) => void done.push(n));
  await Promise.all([web.start(), worker.start()]);
  await sleep(300);
  const start = performance.now();
  await database.db.transaction().execute((trx) => web.jobs.send(trx, job, { n: 1 }));
  await soon(() => expect(done).toEqual([1]));
  expect(performance.now() - start).toBeLessThan(1_500);
});

test("A transaction that rolls back leaves no job.", async () => {
  const job = defineJob("test.rolled-back", Numbered);
  const { jobs, start } = await node([job], false);
  await start();
  const failing = database.db.transaction().execute(async (trx) => {
    expect(await jobs.send(trx, job, { n: 1 })).toMatch(/^[0-9a-f-]{36}$/);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await states(job.name)).toEqual([]);
});

test("Forty waiting jobs are processed one after another without pauses.", async () => {
  const job = defineJob("test.backlog", Numbered);
  const { jobs, start } = await node([job]);
  const done: number[] = [];
  jobs.work(job, async ({ n }) => void done.push(n));
  await start();
  const began = performance.now();
  await database.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 40; n++) await jobs.send(trx, job, { n });
  });
  await soon(() => expect(done).toHaveLength(40));
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, n) => n));
});

test("Two workers on one queue do every job once, and both of them work.", async () => {
  const job = defineJob("test.shared", Numbered);
  const [one, two] = [await node([job]), await node([job])];
  const done: { readonly n: number; readonly by: number }[] = [];
  for (const [by, worker] of [one, two].entries())
    worker.jobs.work(job, async ({ n }) => {
      done.push({ n, by });
      await sleep(20);
    });
  await Promise.all([one.start(), two.start()]);
  await database.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 80; n += 1) await one.jobs.send(trx, job, { n });
  });
  await soon(() => expect(done.length).toBeGreaterThanOrEqual(80));
  await sleep(100);
  expect(done.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, n) => n));
  expect(new Set(done.map(({ by }) => by)).size).toBe(2);
});

test("As many jobs run concurrently as the definition allows, and no more.", async () => {
  const job = defineJob("test.three-at-once", Numbered, { concurrency: 3 });
  const { jobs, start } = await node([job]);
  let now = 0;
  let most = 0;
  let done = 0;
  jobs.work(job, async () => {
    most = Math.max(most, ++now);
    // On a busy machine the third starts after the first is done.
    await soon(() => expect(most).toBeGreaterThanOrEqual(3));
    await sleep(150);
    now--;
    done++;
  });
  await start();
  await database.db.transaction().execute(async (trx) => {
    for (let n = 0; n < 9; n++) await jobs.send(trx, job, { n });
  });
  await soon(() => expect(done).toBe(9));
  expect(most).toBe(3);
});

test("A failed job is retried, and given up with its reason after its number of retries.", async () => {
  const job = defineJob("test.failing", Numbered, { retryLimit: 2, retryDelay: 0, retryBackoff: false });
  const { jobs, start } = await node([job]);
  let tries = 0;
  const givenUp: unknown[] = [];
  jobs.work(job, async () => {
    tries++;
    throw new Error(`broken for the ${tries}. time`);
  });
  jobs.onGivenUp(job, async (data, reason) => void givenUp.push([data, reason]));
  await start();
  await database.db.transaction().execute((trx) => jobs.send(trx, job, { n: 5 }));
  await soon(() => expect(givenUp).toEqual([[{ n: 5 }, "broken for the 3. time"]]));
  expect(tries).toBe(3);
  expect(await states(job.name)).toEqual(["failed"]);
  const { rows } = await sql`select * from job_failures`.execute(database.db);
  expect(rows).toEqual([]);
});

test("A job that exceeds its time limit is aborted and counts as failed.", async () => {
  const job = defineJob("test.slow", Numbered, { retryLimit: 0, expireInSeconds: 1 });
  const { jobs, start } = await node([job]);
  let aborted = false;
  const reasons: string[] = [];
  jobs.work(job, async (_, { signal }) => {
    await once(signal, "abort");
    aborted = true;
    await new Promise(() => undefined);
  });
  jobs.onGivenUp(job, async (_, reason) => void reasons.push(reason));
  await start();
  await database.db.transaction().execute((trx) => jobs.send(trx, job, { n: 1 }));
  await soon(() => expect(reasons).toEqual(["no end after 1 s"]));
  expect(aborted).toBe(true);
});

test("An attempt that was taken away from its worker does not count as a failure of the job.", async () => {
  const job = defineJob("test.taken-away", Numbered);
  const claim = new AbortController();
  const attempt = { id: randomUUID(), name: job.name, data: { n: 1 }, retryCount: 0, signal: claim.signal };
  const limits = { expireInSeconds: 60, heartbeatSeconds: 10 };
  const interrupted = async () => {
    claim.abort();
    throw new Error("interrupted");
  };
  const tools = { pool: database.pool, log };
  expect(await runAttempt(tools, job, interrupted, { ...attempt, ...limits })).toMatchObject({
    status: "failed",
  });
  const { rows } = await sql`select * from job_failures where job_id = ${attempt.id}`.execute(database.db);
  expect(rows).toEqual([]);
});

test("With the policy short, a second job of the same key is dropped while the first one waits.", async () => {
  const job = defineJob("test.once", Numbered, { policy: "short" });
  const { jobs, start } = await node([job], false);
  await start();
  const ids = await database.db
    .transaction()
    .execute(async (trx) => [
      await jobs.send(trx, job, { n: 1 }, { key: "a" }),
      await jobs.send(trx, job, { n: 2 }, { key: "a" }),
      await jobs.send(trx, job, { n: 3 }, { key: "b" }),
    ]);
  expect(ids.map((id) => id !== null)).toEqual([true, false, true]);
});

test("A job that is dropped for a waiting one is done by a run that sees what its transaction wrote.", async () => {
  const job = defineJob("test.due", Numbered, { policy: "short" });
  const [web, worker] = [await node([job], false), await node([job])];
  let isWritten = false;
  const seen: boolean[] = [];
  worker.jobs.work(job, async () => void seen.push(isWritten));
  await web.start();
  const send = (trx: Trx) => web.jobs.send(trx, job, { n: 1 }, { key: "due" });
  await database.db.transaction().execute(send);
  await database.db.transaction().execute(async (trx) => {
    expect(await send(trx)).toBeNull();
    await worker.start();
    await sleep(1_000);
    isWritten = true;
  });
  await soon(() => expect(seen.at(-1)).toBe(true));
});

test("Data that does not match the job is refused when it is sent.", async () => {
  const job = defineJob("test.checked", Numbered);
  const { jobs, start } = await node([job], false);
  await start();
  const wrong = database.db
    .transaction()
    .execute((trx) => jobs.send(trx, job, { n: "1" as unknown as number }));
  await expect(wrong).rejects.toThrow(/expected number/);
  expect(await states(job.name)).toEqual([]);
});

test("Data of an older version that no longer matches is given up, and never reaches the handler.", async () => {
  const old = defineJob("test.old-shape", Numbered, { retryLimit: 0 });
  const { jobs, start } = await node([old]);
  let seen = 0;
  const reasons: string[] = [];
  jobs.work(old, async () => void seen++);
  await start();
  await sql`insert into pgboss.job (name, data, retry_limit, expire_seconds, policy, deletion_seconds, dead_letter, keep_until)
    values ('test.old-shape', '{"n":"one"}', 5, 60, 'standard', 60, 'platform.given-up', now() + interval '1 day')`.execute(
    database.db,
  );
  await soon(async () => {
    const { rows } = await sql<{ output: { message: string } }>`
      select source_output as output from pgboss.job where source_name = 'test.old-shape'`.execute(
      database.db,
    );
    reasons.push(...rows.map((row) => row.output.message));
    expect(reasons.length).toBeGreaterThan(0);
  });
  expect(reasons[0]).toMatch(/expected number/);
  expect(seen).toBe(0);
});

test("Every way to forget or to duplicate a job stops the start-up.", async () => {
  const job = defineJob("test.lonely", Numbered);
  expect(() => defineJob("test.lonely", Numbered)).toThrow('The job "test.lonely" is defined twice.');
  const { jobs, start } = await node([job]);
  await expect(start()).rejects.toThrow('No worker is registered for the job "test.lonely".');
  jobs.work(job, async () => undefined);
  expect(() => jobs.work(job, async () => undefined)).toThrow('The job "test.lonely" has two workers.');
  const stranger = defineJob("test.stranger", Numbered);
  expect(() => jobs.work(stranger, async () => undefined)).toThrow('The job "test.stranger" is not defined.');
});

test("A scheduled job is in the database as declared, and is removed when it is no longer declared.", async () => {
  const job = defineJob("test.nightly", Numbered);
  const first = await node([job]);
  first.jobs.work(job, async () => undefined);
  first.jobs.schedule(job, "17 3 * * *", { n: 1 });
  await first.start();
  expect(await schedules()).toEqual([{ name: "test.nightly", cron: "17 3 * * *", timezone: "UTC" }]);
  const second = await node([job]);
  second.jobs.work(job, async () => undefined);
  await second.start();
  expect(await schedules()).toEqual([]);
});

test("A start changes a stored schedule that differs, and leaves one that does not.", async () => {
  const job = defineJob("test.weekly", Numbered);
  const startWith = async (cron: string, data: { n: number }) => {
    const { jobs, start } = await node([job]);
    jobs.work(job, async () => undefined);
    jobs.schedule(job, cron, data);
    await start();
    const { rows } = await sql<{ cron: string; data: object; at: string }>`
      select cron, data, updated_on::text as at from pgboss.schedule where name = ${job.name}`.execute(
      database.db,
    );
    return rows[0];
  };
  const stored = await startWith("17 3 * * 1", { n: 1 });
  expect(stored).toMatchObject({ cron: "17 3 * * 1", data: { n: 1 } });
  expect(await startWith("17 3 * * 1", { n: 1 })).toEqual(stored);
  expect(await startWith("18 3 * * 1", { n: 1 })).toMatchObject({ cron: "18 3 * * 1" });
  expect(await startWith("18 3 * * 1", { n: 2 })).toMatchObject({ data: { n: 2 } });
});

test("A job of which no signal arrives runs within seconds, as does one for later.", async () => {
  const job = defineJob("test.unsignalled", Numbered);
  const [sender, worker] = [await node([job], false), await node([job])];
  const done: number[] = [];
  worker.jobs.work(job, async ({ n }) => void done.push(n));
  await Promise.all([sender.start(), worker.start()]);
  // A signal wakes every worker, also for a job that may not start yet.
  await database.db
    .transaction()
    .execute((trx) => sender.jobs.send(trx, job, { n: 1 }, { startAfter: new Date(Date.now() + 1_000) }));
  await soon(() => expect(done).toEqual([1]));
  await sql`insert into pgboss.job (name, data, policy, dead_letter)
    select name, '{"n": 2}', policy, dead_letter from pgboss.queue where name = ${job.name}`.execute(
    database.db,
  );
  await soon(() => expect(done).toEqual([1, 2]));
});

test("Workers without jobs do not ask the database, each by itself.", async () => {
  const definitions = Array.from({ length: 5 }, (_, n) => defineJob(`test.idle-${n}`, Numbered));
  const { jobs, start } = await node(definitions);
  for (const job of definitions) jobs.work(job, async () => undefined);
  const asked = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => asked.mockRestore());
  // A statement is a text, or an object with one and perhaps a name.
  const matching = (pattern: RegExp) =>
    asked.mock.calls.filter(([statement]) => pattern.test(JSON.stringify(statement) ?? ""));
  const takings = () => matching(/test\.idle-\d.*skip locked/i);
  await start();
  await soon(() => expect(takings()).toHaveLength(definitions.length));
  asked.mockClear();
  await soon(() => expect(matching(/ready queues/)).toHaveLength(3));
  expect(takings()).toEqual([]);
});

test("A stop waits for running jobs and returns at once those that do not end.", async () => {
  const [quick, endless] = [defineJob("test.quick", Numbered), defineJob("test.endless", Numbered)];
  const { jobs, start } = await node([quick, endless]);
  const begun: string[] = [];
  let ended = false;
  jobs.work(quick, async () => {
    begun.push("quick");
    await sleep(400);
    ended = true;
  });
  jobs.work(endless, async (_, { signal }) => {
    begun.push("endless");
    await once(signal, "abort");
  });
  await start();
  await database.db.transaction().execute(async (trx) => {
    await jobs.send(trx, quick, { n: 1 });
    await jobs.send(trx, endless, { n: 1 });
  });
  await soon(() => expect(begun).toHaveLength(2));
  await jobs.stop(1_000);
  expect(ended).toBe(true);
  expect(await states(quick.name)).toEqual(["completed"]);
  const { rows } = await sql`select state, start_after <= now() as due from pgboss.job
    where name = ${endless.name}`.execute(database.db);
  expect(rows).toEqual([{ state: "retry", due: true }]);
});

test.runIf(everyCase)(
  "A job whose worker is killed runs again within 15 seconds, without using up an attempt.",
  async () => {
    const job = defineJob("test.interrupted", Numbered, { retryLimit: 0 });
    const child = await startVictim();
    const { jobs, start } = await node([job]);
    const done: number[] = [];
    jobs.work(job, async ({ n }) => void done.push(n));
    const sender = await node([job], false);
    await sender.start();
    await database.db.transaction().execute((trx) => sender.jobs.send(trx, job, { n: 9 }));
    await said(child, "begun 9");
    child.kill("SIGKILL");
    await start();
    const killed = performance.now();
    await soon(() => expect(done).toEqual([9]));
    expect(performance.now() - killed).toBeLessThan(15_000);
    await soon(async () => expect(await states(job.name)).toEqual(["completed"]));
  },
);

test("Workers survive the loss of every connection and continue.", async () => {
  const job = defineJob("test.survivor", Numbered);
  const { jobs, start } = await node([job]);
  const done: number[] = [];
  jobs.work(job, async ({ n }) => void done.push(n));
  await start();
  await database.db.transaction().execute((trx) => jobs.send(trx, job, { n: 1 }));
  await soon(() => expect(done).toEqual([1]));
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await soon(() => database.db.transaction().execute((trx) => jobs.send(trx, job, { n: 2 })));
  await soon(() => expect(done).toContain(2));
});

async function states(name: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${name}`.execute(
    database.db,
  );
  return rows.map((row) => row.state);
}

async function schedules(): Promise<unknown[]> {
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(database.db);
  return rows;
}

async function startVictim(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "killed-worker.fixture.ts"), JSON.stringify(database.connection)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await said(child, "ready");
  return child;
}

async function said(child: ChildProcess, line: string): Promise<void> {
  let text = "";
  for (;;) {
    if (text.includes(line)) return;
    const [chunk] = (await once(child.stdout ?? child, "data")) as [Buffer];
    text += chunk.toString();
  }
}
