import { sql } from "kysely";

/** What a camera shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    sql`exists (select from cameras c where c.thumbnail = portraits.key)`,
    sql`exists (select from camera_stills k where k.image = portraits.key)`,
    sql`exists (select from camera_stills k where k.thumbnail = portraits.key)`,
    sql`exists (select from camera_timelapses l where l.film = portraits.key)`,
    sql`exists (select from camera_timelapses l where l.poster = portraits.key)`,
  ],
};
