import { sql } from "kysely";
import type { Trx } from "../database.ts";
import type { JobDefinition } from "./job.ts";

type Named = Pick<JobDefinition<object>, "name" | "options">;

/** Whether a sent job is dropped while another one with its key waits, which may start at any moment. */
export const joinsWaiting = ({ options: { policy } }: Named): boolean =>
  policy === "short" || policy === "stately";

/**
 * Keeps the job that waits under this key from being taken before the transaction ends: started earlier, it would not
 * see what is written here, and no other job would. Workers skip a locked row, and many transactions may hold it like
 * this at once. Returns false when none waits any longer.
 */
export async function holdWaiting(trx: Trx, { name }: Named, key = ""): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = ${name} and state = 'created' and coalesce(singleton_key, '') = ${key}
    for key share`.execute(trx);
  return rows.length > 0;
}
