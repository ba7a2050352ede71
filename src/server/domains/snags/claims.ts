import { sql } from "kysely";

/** What a snag shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    sql`exists (select from snag_photos f where f.image = portraits.key)`,
    sql`exists (select from snag_photos f where f.thumbnail = portraits.key)`,
  ],
};
