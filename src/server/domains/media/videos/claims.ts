import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [sql`exists (select from videos v where v.thumbnail = portraits.key)`],
  films: [sql`exists (select from videos where videos.film_sha256 = films.sha256)`],
};
