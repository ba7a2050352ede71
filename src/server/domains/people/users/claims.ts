import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [sql`exists (select from users u where portraits.key in (u.avatar, u.cover_image))`],
};
