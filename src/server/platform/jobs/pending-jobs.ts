import { sql } from "kysely";
import type { Trx } from "../database.ts";
import type { JobDefinition } from "./job.ts";

type Named = Pick<JobDefinition<object>, "name" | "options">;

/** Whether what is sent is dropped while another one of its key waits, which may begin at any moment. */
export const joinsWaiting = ({ options: { policy } }: Named): boolean =>
  policy === "short" || policy === "stately";

/**
 * Keeps the job that waits under this key from being taken before the transaction ends: begun earlier, it would not see what
 * is written here, and there would be none that does. Workers pass over a row that is locked, and many may hold it like this
 * at once. False when none waits any more.
 */
export async function holdWaiting(trx: Trx, { name }: Named, key = ""): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and state = 'created' and coalesce(singleton_key, '') = ${key}
    for key share`.execute(trx);
  return rows.length > 0;
}
