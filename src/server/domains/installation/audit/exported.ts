import { type RawBuilder, type SqlBool, sql } from "kysely";

/** True for an entry of `activity` that records an export or download. */
export const isExported = (activity: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`split_part(${sql.ref(`${activity}.action`)}, '.', 2) = any (array['exported', 'evidenced', 'made'])`;
