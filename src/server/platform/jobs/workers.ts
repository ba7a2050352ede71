import type { PgBoss } from "pg-boss";
import type { DatabaseHandle } from "../database.ts";
import type { Signals } from "../events/signals.ts";
import type { Log } from "../log.ts";
import { type Metrics, WORKED } from "../metrics.ts";
import type { JobDefinition } from "./job.ts";
import { type Attempt, returnJob } from "./orphaned-jobs.ts";
import { HEARTBEAT } from "./queues.ts";
import { type JobHandler, runAttempt } from "./run.ts";

export interface WorkersOptions {
  readonly boss: PgBoss;
  readonly pool: DatabaseHandle["pool"];
  readonly log: Log;
  readonly signals: Signals;
  readonly metrics: Metrics;
}

/** Seconds after which a worker looks for jobs although nothing woke it (`ready-queues.ts` does). */
export const POLL = 300;

const WORK = {
  batchSize: 1,
  perJobResults: true,
  pollingIntervalSeconds: POLL,
  heartbeatRefreshSeconds: HEARTBEAT.refresh,
} as const;

/** The workers of this process. */
export function createWorkers({ boss, pool, log, signals, metrics }: WorkersOptions) {
  const running = new Map<string, Attempt>();
  const workers = new Map<string, string[]>();
  const undo: (() => void)[] = [];
  const { took, atWork } = describeAttempts(metrics);

  const wake = (name: string): void => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };

  const hire = async (definition: JobDefinition<object>, handler: JobHandler<object>): Promise<void> => {
    const ids: string[] = [];
    workers.set(definition.name, ids);
    for (let n = 0; n < definition.options.concurrency; n++) {
      const id = await boss.work<object, void, typeof WORK>(definition.name, WORK, async ([job]) => {
        if (job === undefined) return [];
        running.set(job.id, { id: job.id, name: job.name, retryCount: job.retryCount });
        const begun = performance.now();
        atWork.add(1, { queue: job.name });
        try {
          const result = await runAttempt({ pool, log }, definition, handler, job);
          const outcome = result.status === "completed" ? "done" : "failed";
          took.observe((performance.now() - begun) / 1000, { queue: job.name, outcome });
          return [result];
        } finally {
          atWork.add(-1, { queue: job.name });
          running.delete(job.id);
          // Takes the next one at once: pg-boss would pause after each when they are taken one by one.
          boss.notifyWorker(id);
        }
      });
      ids.push(id);
    }
    undo.push(signals.on(`job:${definition.name}`, () => wake(definition.name)));
  };

  return {
    wake,
    hire,
    /** Adds a worker that was made elsewhere. */
    add: (name: string, id: string): void => void workers.set(name, [id]),
    names: (): readonly string[] => [...workers.keys()],
    /** Takes no more jobs, and returns those that are not done within `patience` milliseconds. */
    async stop(patience: number): Promise<void> {
      for (const step of undo.splice(0)) step();
      const idle = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
      await Promise.race([idle, new Promise((done) => setTimeout(done, patience).unref())]);
      for (const attempt of running.values())
        await returnJob(boss, attempt, "the server stopped").catch((error: unknown) =>
          log.warn(
            { job: attempt.name, id: attempt.id, error: String(error) },
            "a job could not be given back",
          ),
        );
    },
  };
}

const describeAttempts = (metrics: Metrics) => ({
  took: metrics.histogram({
    name: "sitewalk_job_seconds",
    help: "Duration of job attempts in this process, by outcome.",
    labels: ["queue", "outcome"],
    buckets: WORKED,
  }),
  atWork: metrics.gauge({
    name: "sitewalk_jobs_at_work",
    help: "Jobs running in this process.",
    labels: ["queue"],
  }),
});
