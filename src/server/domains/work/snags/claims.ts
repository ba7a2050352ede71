import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    sql`exists (select from snag_photos f where f.image = portraits.key)`,
    sql`exists (select from snag_photos f where f.thumbnail = portraits.key)`,
    sql`exists (select from snag_answer_photos f where f.image = portraits.key)`,
    sql`exists (select from snag_answer_photos f where f.thumbnail = portraits.key)`,
  ],
};
