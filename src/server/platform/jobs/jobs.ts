import type pg from "pg";
import { fromKysely, PgBoss, type SendOptions } from "pg-boss";
import { currentCall } from "../call-scope.ts";
import { openDatabase, type Trx } from "../database.ts";
import type { Signals } from "../events/signals.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { type DeadLetterHandler, workOnDeadLetters } from "./dead-letter.ts";
import { type FailedJob, failedJobs } from "./failed-jobs.ts";
import { definedJobs, type JobDefinition } from "./job.ts";
import { startOrphanRecovery } from "./orphaned-jobs.ts";
import { holdWaiting, joinsWaiting } from "./pending-jobs.ts";
import { describeQueues, type QueueFacts, queueFacts } from "./queue-facts.ts";
import { GIVEN_UP, prepareQueues } from "./queues.ts";
import { watchReadyQueues } from "./ready-queues.ts";
import { CALL, type JobHandler } from "./run.ts";
import { type Schedule, storeSchedules } from "./schedules.ts";
import { createWorkers } from "./workers.ts";

export interface Jobs {
  /**
   * Puts a job into the queue as part of the transaction: it exists when that commits, never when it rolls back.
   * Returns its id, or null when the job's policy dropped it in favour of a waiting one; with `short` and `stately`
   * that one starts after the commit, so that it sees what was written here.
   */
  send<Data extends object>(
    trx: Trx,
    job: JobDefinition<Data>,
    data: Data,
    options?: SendJobOptions,
  ): Promise<string | null>;
  /** Registers the handler of a job. Before `start`; ignored by a process that does not work. */
  work<Data extends object>(job: JobDefinition<Data>, handler: JobHandler<Data>): void;
  /** Registers the handler for a job that has been given up; runs once per job, and is retried if it fails itself. */
  onGivenUp<Data extends object>(job: JobDefinition<Data>, handler: DeadLetterHandler<Data>): void;
  /**
   * Sends the job by the schedule `cron` (UTC, five fields), once for any number of processes. When one of them or the
   * database is killed it may come late or again: its handler checks what is due.
   */
  schedule<Data extends object>(job: JobDefinition<Data>, cron: string, data: Data): void;
  /** Throws when a job is defined without a handler, handled without a definition, or handled twice. */
  start(): Promise<void>;
  /** Whether the queue was started and not stopped: jobs sent here are kept, and run where this process works. */
  isStarted(): boolean;
  /** Waiting, running and given up jobs, of all processes together. */
  queues(): Promise<QueueFacts[]>;
  /** The jobs that were given up last, the newest first, while they are kept: six hours. */
  failed(): Promise<FailedJob[]>;
  /** Retries a job that was given up; returns false when there is none with this id. */
  again(id: string): Promise<boolean>;
  /** Takes no more work, leaves running jobs `patience` milliseconds to end, then returns them to the queue. */
  stop(patience?: number): Promise<void>;
}

export interface SendJobOptions {
  /** The key for the job's policy. */
  readonly key?: string;
  readonly startAfter?: Date;
  /** Greater values run earlier. Default 0. */
  readonly priority?: number;
}

export interface JobsOptions {
  readonly connection: pg.PoolConfig;
  readonly signals: Signals;
  readonly log: Log;
  /** False in a process that only sends. */
  readonly works: boolean;
  readonly metrics?: Metrics;
  /** All definitions by default; tests may pass fewer. */
  readonly definitions?: readonly JobDefinition<object>[];
}

/**
 * Jobs on pg-boss. Workers are woken by `Signals`, not by pg-boss's own notifications: those are sent inside the
 * transaction that sends the job, where a NOTIFY serialises all commits.
 */
export function createJobs({
  connection,
  signals,
  log,
  works,
  metrics = createMetrics(),
  definitions,
}: JobsOptions): Jobs {
  const handle = openDatabase({ ...connection, application_name: "sitewalk jobs" }, log, { max: 4 });
  const { pool } = handle;
  const boss = createBoss(pool, { log, works });

  const handlers = new Map<string, JobHandler<object>>();
  const givenUp = new Map<string, DeadLetterHandler<object>>();
  const schedules: Schedule[] = [];
  const undo: (() => void)[] = [];
  let isStarted = false;
  describeQueues(metrics, pool);
  const workers = createWorkers({ boss, pool, log, signals, metrics });
  const known = (): readonly JobDefinition<object>[] => definitions ?? definedJobs();

  const beginWork = async (): Promise<void> => {
    for (const definition of known()) {
      const handler = handlers.get(definition.name);
      if (handler === undefined) throw new Error(`No worker is registered for the job "${definition.name}".`);
      await workers.hire(definition, handler);
    }
    workers.add(GIVEN_UP, await workOnDeadLetters({ boss, pool, log, handlers: givenUp }));
    await storeSchedules(boss, schedules);
    undo.push(
      startOrphanRecovery({ boss, pool, log, onRescued: workers.wake }),
      watchReadyQueues({ pool, log, names: workers.names, wake: workers.wake }),
    );
  };

  const assertKnown = (job: { readonly name: string }): void => {
    if (!known().some((definition) => definition === job))
      throw new Error(`The job "${job.name}" is not defined.`);
  };

  return {
    async send(trx, job, data, options = {}) {
      assertKnown(job);
      const settings: SendOptions = { db: fromKysely(trx) };
      if (options.key !== undefined) settings.singletonKey = options.key;
      if (options.startAfter !== undefined) settings.startAfter = options.startAfter;
      if (options.priority !== undefined) settings.priority = options.priority;
      const checked = marked(job.check(data));
      let id = await boss.send(job.name, checked, settings);
      // A worker may have taken the waiting one in between: then there is room for this one.
      while (id === null && joinsWaiting(job) && !(await holdWaiting(trx, job, options.key)))
        id = await boss.send(job.name, checked, settings);
      // Also for one that was held: a worker that searched meanwhile has skipped it.
      await signals.raiseWith(trx, `job:${job.name}`);
      return id;
    },
    work(job, handler) {
      assertKnown(job);
      if (handlers.has(job.name)) throw new Error(`The job "${job.name}" has two workers.`);
      handlers.set(job.name, (data, run) => handler(job.check(data), run));
    },
    onGivenUp(job, handler) {
      assertKnown(job);
      givenUp.set(job.name, (data, reason) => handler(job.check(data), reason));
    },
    schedule(job, cron, data) {
      assertKnown(job);
      schedules.push({ job, cron, data: job.check(data) });
    },
    async start() {
      await boss.start();
      await prepareQueues(boss, known());
      if (works) await beginWork();
      isStarted = true;
    },
    isStarted: () => isStarted,
    queues: () => queueFacts(pool),
    failed: () => failedJobs(pool),
    async again(id) {
      const job = (await failedJobs(pool)).find((failed) => failed.id === id);
      if (job === undefined) return false;
      await boss.retry(job.queue, id);
      await boss.update(job.queue, undefined, { id, startAfter: 0 });
      workers.wake(job.queue);
      return true;
    },
    async stop(patience = 8_000) {
      isStarted = false;
      for (const step of undo.splice(0)) step();
      await workers.stop(patience);
      await boss.stop({ graceful: false, close: false });
      await handle.close();
    },
  };
}

function createBoss(pool: pg.Pool, { log, works }: Pick<JobsOptions, "log" | "works">): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: works,
    schedule: works,
    maintenanceIntervalSeconds: 600,
    // The few indexes of a small, short-lived table need no rebuilding in the background.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.warn({ error: error.message }, "jobs: the queue reported an error"));
  boss.on("warning", (warning) => log.warn({ warning }, "jobs: a warning"));
  return boss;
}

/** Adds the id of the sending call to a job, so that the effects of a user action can be traced. */
function marked(data: object): object {
  const call = currentCall();
  return call === undefined ? data : { ...data, [CALL]: call.id };
}
