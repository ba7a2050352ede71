import { sql } from "kysely";

/** What a project shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    // Each by an index of its own, and asked for every picture that may go.
    sql`exists (select from projects p where p.cover = portraits.key)`,
    sql`exists (select from projects p where p.cover_card = portraits.key)`,
  ],
};
