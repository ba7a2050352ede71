import { type RawBuilder, type SqlBool, sql } from "kysely";

/** True of a line of `activity` that says that something left the house. */
export const isExported = (activity: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`split_part(${sql.ref(`${activity}.action`)}, '.', 2) = any (array['exported', 'evidenced', 'made'])`;
