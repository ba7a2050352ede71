import type pg from "pg";
import type { Metrics } from "../metrics.ts";
import { GIVEN_UP } from "./queues.ts";

export interface QueueFacts {
  readonly name: string;
  /** Jobs that may start now. */
  readonly waiting: number;
  /** Jobs that start later: scheduled ones, and failed ones before their next attempt. */
  readonly later: number;
  readonly active: number;
  /** Jobs that were given up and are still kept: for some hours. */
  readonly failed: number;
  /** Seconds that the oldest startable job has waited; 0 when there is none. */
  readonly oldest: number;
}

/** Waiting, running and given up jobs by queue; empty queues are left out. */
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

/** The same as metrics. Every process reports the same values, since the queues are shared. */
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
