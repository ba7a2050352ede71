import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { ProposedWays } from "./ways.ts";

/** Visits read at a time. */
const step = 100;

export interface MissingWaysOptions {
  readonly db: Database;
  readonly ways: ProposedWays;
}

/**
 * Proposes links in visits with several rooms of which one has no link: rooms from before links were proposed, in
 * visits unchanged since. A room whose links were deleted is left as it is. Each visit is a separate transaction;
 * finished visits are not found in a later run. Returns the number of visits checked.
 */
export function createMissingWays({ db, ways }: MissingWaysOptions) {
  return async (signal: AbortSignal): Promise<number> => {
    let count = 0;
    for (let after = 0; ; ) {
      const ids = await visitsAfter(db, after);
      for (const id of ids) {
        if (signal.aborted) return count;
        await db.transaction().execute((trx) => ways.propose(trx, [id]));
        count += 1;
      }
      after = ids.at(-1) ?? after;
      if (ids.length < step) return count;
    }
  };
}

async function visitsAfter(db: Database, after: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from visits v join projects p on p.id = v.id_project
    where v.id > ${after} and v.deleted_at is null and p.deleted_at is null
      and (select count(*) from rooms r join pictures c on c.sha256 = r.picture_sha256
        where r.id_visit = v.id and c.state <> 'failed') > 1
      and exists (select from rooms r join pictures c on c.sha256 = r.picture_sha256
        where r.id_visit = v.id and c.state <> 'failed'
          and not exists (select from hotspots h where h.id_room = r.id)
          and not exists (select from way_denials d where d.id_room = r.id))
    order by v.id limit ${step}`.execute(db);
  return rows.map(({ id }) => id);
}
