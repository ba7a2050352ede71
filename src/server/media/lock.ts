import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";

/** Held to the end of the transaction: claiming and sweeping a picture are mutually exclusive. */
export async function lockPicture(trx: Trx, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture:${sha256}`}, 0))`.execute(trx);
}
