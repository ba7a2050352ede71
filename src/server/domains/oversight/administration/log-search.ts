import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { likePattern } from "#server/platform/paging.ts";
import { accountName } from "#server/platform/person-name.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";

/** Super admins see the name of every account. */
export const nameOf = sql<string>`coalesce(${accountName("u")}, '')`;

/**
 * The text of a line in lower case, one field per row. Written exactly as in the indexes `activity_text` and
 * `sightings_text`: the planner recognises an index by its expression.
 */
const text = sql`lower(a.action || e'\\n' || a.subject_name || e'\\n' || a.address)`;

/** Three letters or digits in a row: the minimum for a trigram index. */
export const hasTriple = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search);

/**
 * The condition for lines `a` that have the text in their action, subject or address, in the name, user name or email
 * of the account, or in the name of the project. Accounts and projects are few, so they are looked up first: with
 * their ids and one text per line each branch of the condition has an index, which the planner combines.
 */
export async function searchCondition(db: Database, search: string): Promise<RawBuilder<SqlBool>> {
  const pattern = likePattern(search);
  const [users, projects] = await Promise.all([
    sql<{ id: number }>`select u.id from users u
      where ${nameOf} ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern}`.execute(
      db,
    ),
    sql<{ id: number }>`select p.id from projects p where p.name ilike ${pattern}`.execute(db),
  ]);
  const ids = ({ rows }: { readonly rows: readonly { readonly id: number }[] }) => rows.map(({ id }) => id);
  return sql<SqlBool>`(a.id_user = any (${ids(users)}::bigint[]) or a.id_project = any (${ids(projects)}::bigint[])
    or ${textHas(search, pattern)})`;
}

function textHas(search: string, pattern: string): RawBuilder<SqlBool> {
  // A line break could match across two fields, which a search of each field does not.
  if (search.includes("\n"))
    return sql`(a.action ilike ${pattern} or a.subject_name ilike ${pattern} or a.address ilike ${pattern})`;
  // `ilike` is this, but puts the pattern in lower case for every line: twice the time.
  const like = sql`like lower(${pattern})`;
  // Without trigrams the index would be read whole, and every row after it. Appending an empty text keeps the planner
  // off it.
  return hasTriple(search) ? sql`${text} ${like}` : sql`${text} || '' ${like}`;
}
