import { type RawBuilder, sql } from "kysely";
import { personName } from "#server/platform/person-name.ts";

/** A project's user as its other users see them, as selected by a statement. */
export interface PersonRow {
  readonly id_user: number;
  readonly name: string;
  readonly code: string;
  /** Key in the object store. */
  readonly avatar: string | null;
}

/** A `PersonRow` as JSON from a row of `users`; null where the outer join found no row. */
export const personJson = (users: string): RawBuilder<PersonRow | null> => {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql<PersonRow | null>`case when ${column("id")} is not null then
    jsonb_build_object('id_user', ${column("id")}, 'name', ${personName(users)}, 'code', ${column("code")},
      'avatar', ${column("avatar")}) end`;
};
