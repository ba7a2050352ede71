import { sql } from "kysely";
import type { Database } from "./database.ts";

export interface ReplicaLag {
  /** The replica's own name, otherwise its address. */
  readonly name: string;
  readonly lag_seconds: number;
}

/** The replicas of the database, and their lag; those that are not visible to us are left out. */
export async function replicaLags(db: Database): Promise<ReplicaLag[]> {
  const { rows } = await sql<ReplicaLag>`
    select coalesce(nullif(application_name, ''), host(client_addr), '') as name,
      coalesce(extract(epoch from replay_lag), 0)::float8 as lag_seconds
    from pg_stat_replication where state is not null order by 1`.execute(db);
  return rows;
}
