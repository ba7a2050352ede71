import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    sql`exists (select from walks w where w.film = portraits.key)`,
    sql`exists (select from walks w where w.reader = portraits.key)`,
    sql`exists (select from walk_pieces w where w.preview = portraits.key)`,
  ],
};
