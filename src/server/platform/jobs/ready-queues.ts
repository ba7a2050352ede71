import type pg from "pg";
import type { Log } from "../log.ts";
import { repeat } from "../repeat.ts";

/** Milliseconds between two searches. */
const EVERY = 2_000;

/**
 * Wakes the workers of queues in which a job may start, whether or not a signal was received: retries and jobs for
 * later have none. One query for all queues: eighty workers that each poll took 2 % of a core in a server with nothing
 * to do.
 */
export function watchReadyQueues(options: {
  pool: pg.Pool;
  log: Log;
  names: () => readonly string[];
  wake: (name: string) => void;
}): () => void {
  const { pool, log, names, wake } = options;
  const search = async (): Promise<void> => {
    for (const name of await readyQueues(pool, names())) wake(name);
  };
  const searching = repeat(EVERY, search, log);
  // Not awaited: closing the pool waits for a query that runs.
  return () => void searching.stop();
}

/** One look into an index for each queue, however many jobs wait in it. */
async function readyQueues(pool: pg.Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    name: "ready queues",
    text: `select q.name from unnest($1::text[]) as q(name)
      where exists (select from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    values: [names],
  });
  return rows.map(({ name }) => name);
}
