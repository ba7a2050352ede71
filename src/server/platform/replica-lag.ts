import { sql } from "kysely";
import type { Database } from "./database.ts";

export interface ReplicaLag {
  /** As the copy calls itself, else its address. */
  readonly name: string;
  readonly lag_seconds: number;
}

/** Who copies the database, and how far behind; what it does not let us see is left out. */
export async function replicaLags(db: Database): Promise<ReplicaLag[]> {
  const { rows } = await sql<ReplicaLag>`
    select coalesce(nullif(application_name, ''), host(client_addr), '') as name,
      coalesce(extract(epoch from replay_lag), 0)::float8 as lag_seconds
    from pg_stat_replication where state is not null order by 1`.execute(db);
  return rows;
}
