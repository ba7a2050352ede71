import { sql } from "kysely";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  pictures: [sql`exists (select from rooms where rooms.picture_sha256 = pictures.sha256)`],
};
