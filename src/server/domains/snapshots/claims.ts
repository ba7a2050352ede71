import { sql } from "kysely";

/** What a snapshot shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    sql`exists (select from snapshots s where s.image = portraits.key)`,
    sql`exists (select from snapshots s where s.thumbnail = portraits.key)`,
  ],
};
