import type pg from "pg";
import type { Metrics } from "../metrics.ts";
import { GIVEN_UP } from "./queues.ts";

export interface QueueFacts {
  readonly name: string;
  /** Those that may begin now. */
  readonly waiting: number;
  /** Those that begin later: planned ones, and failed ones before their next try. */
  readonly later: number;
  readonly active: number;
  /** Those that were given up and are still known: for some hours. */
  readonly failed: number;
  /** Seconds for which the oldest of those that may begin has waited; 0 when there is none. */
  readonly oldest: number;
}

/** What waits, runs and was given up, queue by queue; those with nothing to tell are left out. */
export async function queueFacts(pool: pg.Pool): Promise<QueueFacts[]> {
  const { rows } = await pool.query<QueueFacts>(
    `select name,
       count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
       count(*) filter (where state in ('created', 'retry') and start_after > now())::int as later,
       count(*) filter (where state = 'active')::int as active,
       count(*) filter (where state = 'failed')::int as failed,
       coalesce(extract(epoch from now() - min(start_after)
         filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest
     from pgboss.job
     where state in ('created', 'retry', 'active', 'failed') and name <> $1 and name not like '\\_\\_%'
     group by name order by name`,
    [GIVEN_UP],
  );
  return rows;
}

/** The same for whoever collects numbers. Every process tells the same ones, for the queues are everybody's. */
export function describeQueues(metrics: Metrics, pool: pg.Pool): void {
  const jobs = metrics.gauge({
    name: "sitewalk_jobs",
    help: "Jobs by queue: waiting, later, active, failed.",
    labels: ["queue", "state"],
  });
  const oldest = metrics.gauge({
    name: "sitewalk_jobs_oldest_seconds",
    help: "Waiting time of the oldest job that is ready to run.",
    labels: ["queue"],
  });
  metrics.beforeRead(async () => {
    const queues = await queueFacts(pool);
    jobs.clear();
    oldest.clear();
    for (const { name: queue, waiting, later, active, failed, oldest: age } of queues) {
      for (const [state, count] of Object.entries({ waiting, later, active, failed }))
        jobs.set(count, { queue, state });
      oldest.set(age, { queue });
    }
  });
}
