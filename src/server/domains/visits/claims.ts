import { sql } from "kysely";

/** What a room shows: everything here that refers to a kept file must be named. */
export const claims = {
  pictures: [sql`exists (select from rooms where rooms.picture_sha256 = pictures.sha256)`],
};
