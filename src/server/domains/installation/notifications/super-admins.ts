import { sql } from "kysely";

/** Ids of those who run the site and can come in, as a part of a statement. */
export const superAdmins = sql<number>`
  select id from users where role = 'super_admin' and not is_demo and awaiting is null and locked_at is null`;
