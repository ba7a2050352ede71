import { sql } from "kysely";

/** What a person shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [sql`exists (select from users u where portraits.key in (u.avatar, u.cover_image))`],
};
