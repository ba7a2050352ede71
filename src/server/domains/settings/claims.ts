import { sql } from "kysely";

/** What the brand shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    // One key, or a list of them.
    sql`exists (select from settings s where s.key in ('logo', 'small_logo', 'backgrounds')
      and s.value @> to_jsonb(portraits.key))`,
  ],
};
