import { sql } from "kysely";

/** Subquery for the ids of active super admins. */
export const superAdmins = sql<number>`
  select id from users where role = 'super_admin' and not is_demo and awaiting is null and locked_at is null`;
