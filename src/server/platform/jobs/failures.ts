import type pg from "pg";

/**
 * How often each job has failed by itself. pg-boss counts every attempt, those that died with their worker included;
 * three deployments in a row must not use up the attempts of a job.
 */
export async function countFailure(pool: pg.Pool, jobId: string): Promise<number> {
  const { rows } = await pool.query<{ failures: number }>(
    `insert into job_failures (job_id, failures) values ($1, 1)
     on conflict (job_id) do update set failures = job_failures.failures + 1, at = now()
     returning failures`,
    [jobId],
  );
  return rows[0]?.failures ?? 1;
}

export async function forgetFailures(pool: pg.Pool, jobId: string): Promise<void> {
  await pool.query("delete from job_failures where job_id = $1", [jobId]);
}
