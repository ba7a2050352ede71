import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

export interface SealTotals {
  readonly seals: number;
  /** Entries under these seals. */
  readonly lines: number;
}

/**
 * Numbers of seals and of sealed entries up to a seal. A seal is never changed, so only those since the last call are
 * read: the first call of a process reads all seals, and none reads the entries, of which there are many times more.
 */
export function createSealTotals(db: Database): (newest: number) => Promise<SealTotals> {
  let known: SealTotals & { readonly upTo: number } = { upTo: 0, seals: 0, lines: 0 };
  return async (newest) => {
    // After a restore there are fewer than before.
    const from = newest < known.upTo ? { upTo: 0, seals: 0, lines: 0 } : known;
    const { rows } = await sql<SealTotals>`
      select count(*) as seals, coalesce(sum(lines), 0)::float8 as lines from audit_seals
      where id > ${from.upTo} and id <= ${newest}`.execute(db);
    const more = rows[0] ?? { seals: 0, lines: 0 };
    known = { upTo: newest, seals: from.seals + more.seals, lines: from.lines + more.lines };
    return { seals: known.seals, lines: known.lines };
  };
}
