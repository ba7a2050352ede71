import { type Expression, type SqlBool, sql } from "kysely";
import type { Notification } from "#contract/notifications.ts";
import type { Trx } from "#server/platform/database.ts";
import type { Audience } from "./notices.ts";
import "#server/domains/people/auth/tables.ts";

interface Wanted {
  readonly to: Audience;
  readonly by: number;
  readonly kind: Notification["kind"];
}

type Way = "bell" | "mail" | "browser";

/**
 * Readers in the bell: `id`, `language`, and `browser` (whether the browser's own notification is wanted, too). The
 * demo account is shared: security events are not shown to it.
 */
export function recipientsFor({ to, by, kind }: Wanted): Expression<unknown> {
  return sql`
    select u.id, u.language,
      coalesce(u.notification_preferences @> '{"global_settings": {"browser_enabled": true}}', false)
        and ${wants("browser", kind)} as browser
    from users u
    where ${among(to, by)} and ${wants("bell", kind)} and not (u.is_demo and ${kind} = 'security')`;
}

/** Recipients of an email: users who want it, have activated the account, and are not the demo account. */
export async function mailRecipientsFor(trx: Trx, { to, by, kind }: Wanted): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u
    where ${among(to, by)} and not u.is_demo and u.awaiting is null and ${wants("mail", kind)}
      and not coalesce(u.notification_preferences @> '{"global_settings": {"mail_enabled": false}}', false)
    order by u.id`.execute(trx);
  return rows.map(({ id }) => id);
}

const among = (to: Audience, by: number) =>
  sql<SqlBool>`u.id <> ${by} and u.locked_at is null
    and u.id in (${isGiven(to) ? sql`select unnest(${[...to]}::bigint[])` : to})`;

const isGiven = (to: Audience): to is readonly number[] => Array.isArray(to);

/** On unless switched off. Uses containment because any version may have written the stored value: it never throws. */
function wants(way: Way, kind: Notification["kind"]) {
  const off = JSON.stringify({ preferences: [{ id: kind, [way]: false }] });
  return sql<SqlBool>`not coalesce(u.notification_preferences @> ${off}::jsonb, false)`;
}
