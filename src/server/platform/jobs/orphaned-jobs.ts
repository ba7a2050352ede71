import type pg from "pg";
import type { PgBoss } from "pg-boss";
import type { Log } from "../log.ts";
import { HEARTBEAT } from "./queues.ts";

/** One attempt at a job; it can be settled once. */
export interface Attempt {
  readonly id: string;
  readonly name: string;
  readonly retryCount: number;
}

/** Milliseconds between two scans. */
const EVERY = 1_500;

/** Ends an attempt without a result and lets the next start at once, without the delay that follows a failure. */
export async function returnJob(boss: PgBoss, { name, id, retryCount }: Attempt, why: string): Promise<void> {
  await boss.fail(name, { id, retryCount }, { message: why });
  await boss.update(name, undefined, { id, startAfter: 0 });
}

/**
 * Returns the jobs of dead workers to the queue. pg-boss does so too, but only once a minute, together with statistics
 * that are too expensive to run every second. Every worker process scans; a job is returned by one of them.
 */
export function startOrphanRecovery(options: {
  boss: PgBoss;
  pool: pg.Pool;
  log: Log;
  onRescued: (jobName: string) => void;
}): () => void {
  const { boss, pool, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const search = async (): Promise<void> => {
    let pause = EVERY;
    try {
      for (const attempt of await findLost(pool)) {
        await returnJob(boss, attempt, "its worker died");
        log.warn({ job: attempt.name, id: attempt.id }, "the worker of a job died, retrying the job");
        options.onRescued(attempt.name);
      }
    } catch (error) {
      // While the database was unreachable no worker could send a heartbeat: they get the time to do so.
      pause = HEARTBEAT.lost * 1000;
      log.warn({ error: String(error) }, "jobs of dead workers could not be looked up");
    }
    if (!stopped) timer = setTimeout(() => void search(), pause).unref();
  };

  void search();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

async function findLost(pool: pg.Pool): Promise<Attempt[]> {
  const { rows } = await pool.query<Attempt>({
    name: "lost jobs",
    text: `select id, name, retry_count as "retryCount" from pgboss.job
      where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < now()
      limit 100`,
  });
  return rows;
}
