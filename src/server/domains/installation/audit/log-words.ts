import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { sealing } from "./seal.ts";

/** Texts checked per statement, during which no entry is sealed. */
const atOnce = 2000;

/**
 * Deletes texts of the logs that no entry has any more, in small steps, until an instant in milliseconds. Nothing is sealed
 * during a step: the seal of an entry adds its texts, and would rely on one that is just being deleted.
 * @returns number of texts deleted
 */
export async function pruneWords(db: Database, until: number): Promise<number> {
  let deleted = 0;
  for (let at: Word | undefined = { field: "", word: "" }; at !== undefined && Date.now() < until; ) {
    const step = await pruneFrom(db, at);
    deleted += step.deleted;
    at = step.next;
  }
  return deleted;
}

interface Word {
  readonly field: string;
  readonly word: string;
}

/** @returns the last text checked, undefined at the end */
const pruneFrom = (db: Database, at: Word): Promise<{ deleted: number; next: Word | undefined }> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(sealing)})`.execute(trx);
    const { rows } = await sql<{ deleted: number; read: number; last: Word | null }>`
      with part as (
        select field, word from log_words where (field, word) > (${at.field}, ${at.word})
        order by field, word limit ${atOnce}),
      gone as (
        delete from log_words w using part p where w.field = p.field and w.word = p.word and case p.field
          when 'name' then not exists (select from activity a where a.subject_name = p.word)
            and not exists (select from sightings s where s.thing_name = p.word)
          when 'address' then not exists (select from activity a where a.address = p.word)
            and not exists (select from sightings s where s.address = p.word)
          else not exists (select from activity a where a.action = p.word)
            and not exists (select from sightings s where s.kind || '.seen' = p.word
              and s.kind = split_part(p.word, '.', 1))
          end
        returning 1)
      select (select count(*)::int from gone) as deleted, (select count(*)::int from part) as read,
        (select jsonb_build_object('field', field, 'word', word) from part
          order by field desc, word desc limit 1) as last`.execute(trx);
    const [{ deleted, read, last } = { deleted: 0, read: 0, last: null }] = rows;
    return { deleted, next: read < atOnce || last === null ? undefined : last };
  });
