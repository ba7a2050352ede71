import { sql } from "kysely";

/** What what is told in a room shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [sql`exists (select from room_infos i where i.media = portraits.key)`],
};
