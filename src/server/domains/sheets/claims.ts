import { sql } from "kysely";
import { planClaim } from "./versions.ts";

/** What a sheet shows: everything here that refers to a kept file must be named. */
export const claims = {
  portraits: [
    // Of plans kept before they were drawn from their own files.
    sql`exists (select from plans p where p.image = portraits.key)`,
  ],
  plans: [planClaim],
};
