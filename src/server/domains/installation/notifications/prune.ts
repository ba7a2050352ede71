import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

/** Days for which read ones are kept, and the limit per user, read or not. */
export const kept = { days: 90, perPerson: 1000 } as const;

/** Rows read per statement: none holds its locks for long, and a stopped job continues where it was. */
const batch = 20_000;

/**
 * Deletes notifications read long ago and the oldest above the limit per user; makes those of the demo account unread
 * again.
 */
export async function pruneNotifications(
  db: Database,
  { most = batch, signal }: { readonly most?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  await sql`
    update notifications n set read_at = null from users u
    where u.id = n.id_user and u.is_demo and n.read_at is not null`.execute(db);
  // Walked by id: an index of when they were read would cost every reading.
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql<{ last: number | null }>`
      with part as (select id, read_at from notifications where id > ${after} order by id limit ${most}),
      gone as (delete from notifications n using part p
        where n.id = p.id and p.read_at < now() - make_interval(days => ${kept.days}))
      select max(id) as last from part`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) break;
    after = last;
  }
  const { rows: full } = await sql<{ id: number }>`
    select id_user as id from notifications group by id_user having count(*) > ${kept.perPerson}`.execute(db);
  for (const { id } of full) {
    signal?.throwIfAborted();
    await sql`
      delete from notifications where id_user = ${id} and id <= (
        select id from notifications where id_user = ${id} order by id desc offset ${kept.perPerson} limit 1)`.execute(
      db,
    );
  }
}
