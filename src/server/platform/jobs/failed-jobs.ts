import type pg from "pg";
import { withoutSecrets } from "../log.ts";
import { messageIn } from "./dead-letter.ts";
import { GIVEN_UP } from "./queues.ts";

/** A job that was given up. Its subject is not included: its data may be anything. */
export interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly at: Date;
  /** The error message of the last attempt. */
  readonly reason: string;
}

const most = 50;

/** The newest of those that are still kept, at most fifty. */
export async function failedJobs(pool: pg.Pool): Promise<FailedJob[]> {
  const { rows } = await pool.query<{ id: string; queue: string; at: Date; output: unknown }>(
    `select id, name as queue, completed_on as at, output from pgboss.job
     where state = 'failed' and name <> $1 and name not like '\\_\\_%'
     order by completed_on desc, id limit ${most}`,
    [GIVEN_UP],
  );
  return rows.map(({ output, ...job }) => ({
    ...job,
    reason: withoutSecrets(messageIn(output)).slice(0, 500),
  }));
}
