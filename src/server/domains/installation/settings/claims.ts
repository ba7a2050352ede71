import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    // One key, or a list of them.
    sql`exists (select from settings s where s.key in ('logo', 'small_logo', 'backgrounds')
      and s.value @> to_jsonb(portraits.key))`,
  ],
};
