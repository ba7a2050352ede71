import { type RawBuilder, sql } from "kysely";

/** Condition over `visits v`: anyone with the link opens it at `now`, without a password. */
export const isOpenVisit = (now: Date | RawBuilder<Date> = sql<Date>`now()`) => sql<boolean>`(
  v.access = 'link' and v.share_password_hash is null
  and (v.share_expires_at is null or v.share_expires_at > ${now}))`;
