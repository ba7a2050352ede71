import { sql } from "kysely";
import { planClaim } from "./versions.ts";

/** Stored files in use by this domain. Every column that refers to a stored file must be listed. */
export const claims = {
  portraits: [
    // Of floor plans stored before they were rendered from their own files.
    sql`exists (select from plans p where p.image = portraits.key)`,
  ],
  plans: [planClaim],
};
