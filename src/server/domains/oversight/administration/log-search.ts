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

/** Each branch of a search has an index. */
export interface LogSearch {
  readonly users: readonly number[];
  readonly projects: readonly number[];
  /** Over lines `a`. */
  readonly text: RawBuilder<SqlBool>;
}

/**
 * Looks up the accounts that have the text in their name, user name or email, and the projects that have it in their
 * name: they are few.
 */
export async function prepareSearch(db: Database, search: string): Promise<LogSearch> {
  const pattern = likePattern(search);
  const [users, projects] = await Promise.all([
    sql<{ id: number }>`select u.id from users u
      where ${nameOf} ilike ${pattern} or u.username ilike ${pattern} or u.email ilike ${pattern}`.execute(
      db,
    ),
    sql<{ id: number }>`select p.id from projects p where p.name ilike ${pattern}`.execute(db),
  ]);
  const ids = ({ rows }: { readonly rows: readonly { readonly id: number }[] }) => rows.map(({ id }) => id);
  return { users: ids(users), projects: ids(projects), text: textHas(search, pattern) };
}

/** Of lines `a` that have the text in their action, subject or address, or belong to such an account or project. */
export const searchCondition = ({ users, projects, text: has }: LogSearch): RawBuilder<SqlBool> =>
  sql`(a.id_user = any (${users}::bigint[]) or a.id_project = any (${projects}::bigint[]) or ${has})`;

/**
 * The same lines, the newest of each branch alone, as ids: of a busy account the indexes give them in order, where the
 * condition would read each of its lines. `lines` are all of them, `within` a condition for `a`.
 */
export function newestFound(
  { users, projects, text: has }: LogSearch,
  lines: RawBuilder<unknown>,
  within: RawBuilder<unknown>,
  limit: number,
): RawBuilder<unknown> {
  const newest = (of: RawBuilder<unknown>) =>
    sql`(select a.id from ${lines} a where ${of} and ${within} order by a.id desc limit ${limit})`;
  return sql`(
    select f.id from unnest(${users}::bigint[]) as k (id)
      cross join lateral ${newest(sql`a.id_user = k.id`)} f
    union
    select f.id from unnest(${projects}::bigint[]) as k (id)
      cross join lateral ${newest(sql`a.id_project = k.id`)} f
    union
    ${newest(has)})`;
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
