import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    sql`exists (select from photos f where f.original = portraits.key)`,
    sql`exists (select from photos f where f.image = portraits.key)`,
    sql`exists (select from photos f where f.thumbnail = portraits.key)`,
  ],
};
