import { sql } from "kysely";

/** What a video shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [sql`exists (select from videos v where v.thumbnail = portraits.key)`],
  films: [sql`exists (select from videos where videos.film_sha256 = films.sha256)`],
};
