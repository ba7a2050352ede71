import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    // Each uses an index of its own; runs for every picture that may be deleted.
    sql`exists (select from projects p where p.cover = portraits.key)`,
    sql`exists (select from projects p where p.cover_card = portraits.key)`,
  ],
};
