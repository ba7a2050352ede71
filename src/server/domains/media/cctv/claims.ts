import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    sql`exists (select from cameras c where c.thumbnail = portraits.key)`,
    sql`exists (select from camera_stills k where k.image = portraits.key)`,
    sql`exists (select from camera_stills k where k.thumbnail = portraits.key)`,
    sql`exists (select from camera_timelapses l where l.film = portraits.key)`,
    sql`exists (select from camera_timelapses l where l.poster = portraits.key)`,
  ],
};
