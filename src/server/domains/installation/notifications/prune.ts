import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import "#server/domains/people/auth/tables.ts";
import "./tables.ts";

/** Days for which read ones are kept, and the limit per user, read or not. */
export const kept = { days: 90, perPerson: 1000 } as const;

/**
 * Deletes notifications read long ago and the oldest above the limit per user; makes those of the demo account unread
 * again.
 */
export async function pruneNotifications(db: Database): Promise<void> {
  await sql`
    update notifications n set read_at = null from users u
    where u.id = n.id_user and u.is_demo and n.read_at is not null`.execute(db);
  await sql`delete from notifications where read_at < now() - make_interval(days => ${kept.days})`.execute(
    db,
  );
  await sql`
    delete from notifications n using (
      select u.id as id_user, (
        select id from notifications where id_user = u.id order by id desc offset ${kept.perPerson} limit 1
      ) as from_id
      from (select id_user as id from notifications group by id_user having count(*) > ${kept.perPerson}) u
    ) old
    where n.id_user = old.id_user and n.id <= old.from_id`.execute(db);
}
