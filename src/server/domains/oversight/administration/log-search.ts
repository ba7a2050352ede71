import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { likePattern } from "#server/platform/paging.ts";
import { accountName } from "#server/platform/person-name.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/sites/projects/tables.ts";

/** Super admins see the name of every account. */
export const nameOf = sql<string>`coalesce(${accountName("u")}, '')`;

/** Three letters or digits in a row: the minimum for a trigram index. */
export const hasTriple = (search: string): boolean => /[\p{L}\p{N}]{3}/u.test(search);

/** Of a search: each of the three has an index of the lines. */
export interface LogSearch {
  readonly users: readonly number[];
  readonly projects: readonly number[];
  readonly pattern: string;
}

/** One part of the log. */
export interface LogSource {
  /** `lineKinds` of `audit_lines`. */
  readonly kind: number;
  /** All its lines as `(select …)`, in the columns of a line. */
  readonly lines: RawBuilder<unknown>;
  /** Whether the action of the lines is made of their kind, as in the log of views. */
  readonly isSeen: boolean;
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
  return { users: ids(users), projects: ids(projects), pattern };
}

/** Of lines `a` that have the text in their action, subject or address, or belong to such an account or project. */
export const searchCondition = ({ users, projects, pattern }: LogSearch): RawBuilder<SqlBool> =>
  sql`(a.id_user = any (${users}::bigint[]) or a.id_project = any (${projects}::bigint[]) or ${textHas(pattern)})`;

/** `ilike` does the same, but puts the pattern in lower case for every line: twice the time. */
const textHas = (pattern: string): RawBuilder<SqlBool> =>
  // A line break could match across two fields, which a search of each field does not.
  pattern.includes("\n")
    ? sql`(a.action ilike ${pattern} or a.subject_name ilike ${pattern} or a.address ilike ${pattern})`
    : sql`lower(a.action || e'\\n' || a.subject_name || e'\\n' || a.address) like lower(${pattern})`;

/** A line has an account, a project, and three texts by which it is found. */
const WAYS = 5;

export interface Matches {
  /** All of them, as ids without an order; undefined when they are more than the limit, and not all known. */
  readonly ids: readonly number[] | undefined;
  /** Accounts, projects and texts that match. */
  readonly keys: number;
}

/**
 * All matching lines up to a limit, in any order. Each account, project and text that matches gives its lines by an
 * index alone; lines without a seal have no text in `log_words` yet, and are read.
 */
export async function findMatches(
  db: Database,
  search: LogSearch,
  source: LogSource,
  most: number,
): Promise<Matches> {
  // Each line may be found in all ways: of so many ids, more than the limit are different lines.
  const limit = most * WAYS + 1;
  const { rows } = await sql<{
    ids: readonly number[] | null;
    count: number;
    words: number;
  }>`${plannedEachTime}
    with ${wordsOf(search)}
    select array_agg(distinct f.id) as ids, count(*)::int as count,
      (select count(*)::int from (select from words limit ${manyKeys + 1}) w) as words
    from (select f.id from (${branchesOf(search, source, { limit })}) f limit ${limit}) f`.execute(db);
  const [{ ids, count, words } = { ids: null, count: 0, words: 0 }] = rows;
  return {
    ids: count < limit ? (ids ?? []) : undefined,
    keys: words + search.users.length + search.projects.length,
  };
}

/** Accounts, projects and texts times lines of each, from which walking the log finds the newest sooner. */
export const manyKeys = 2000;
const manyLines = 200_000;

/**
 * The newest matching lines, the newest of each account, project and text alone, as ids; undefined where those are so
 * many that lines which match are frequent. `within` is a condition for `a`.
 */
export function newestFound(
  search: LogSearch,
  source: LogSource,
  { keys, limit, within }: { keys: number; limit: number; within: RawBuilder<unknown> },
): RawBuilder<unknown> | undefined {
  if (keys > manyKeys || keys * limit > manyLines) return undefined;
  return sql`(with ${wordsOf(search)}
    select distinct f.id from (${branchesOf(search, source, { limit, within })}) f)`;
}

const wordsOf = ({ pattern }: LogSearch) =>
  sql`words as materialized (
    select field, word from log_words where lower(word) like lower(${pattern}))`;

interface Branch {
  /** Lines of each account, project and text; without an order, or the newest that meet a condition. */
  readonly limit: number;
  readonly within?: RawBuilder<unknown>;
}

function branchesOf({ users, projects, pattern }: LogSearch, source: LogSource, { limit, within }: Branch) {
  const { lines, kind, isSeen } = source;
  const of = (condition: RawBuilder<unknown>) =>
    within === undefined
      ? sql`(select a.id from ${lines} a where ${condition} limit ${limit})`
      : sql`(select a.id from ${lines} a where ${condition} and ${within} order by a.id desc limit ${limit})`;
  const ofWords = (field: string, condition: RawBuilder<unknown>) =>
    sql`select f.id from words w cross join lateral ${of(condition)} f where w.field = ${sql.lit(field)}`;
  return sql.join(
    [
      sql`select f.id from unnest(${users}::bigint[]) as k (id) cross join lateral ${of(sql`a.id_user = k.id`)} f`,
      sql`select f.id from unnest(${projects}::bigint[]) as k (id)
        cross join lateral ${of(sql`a.id_project = k.id`)} f`,
      ofWords("name", sql`a.subject_name = w.word`),
      ofWords("address", sql`a.address = w.word`),
      // The kind of a view has an index; its action is made of it.
      ofWords(
        "action",
        isSeen
          ? sql`a.subject_kind = split_part(w.word, '.', 1) and w.word like '%.seen'`
          : sql`a.action = w.word`,
      ),
      // One lookup each: joined, the whole log could be read for them.
      sql`select f.id from audit_waiting q cross join lateral (select a.id from ${lines} a
          where a.id = q.id_line and ${textHas(pattern)} and ${within ?? sql`true`} offset 0) f
        where q.kind = ${sql.lit(kind)}`,
    ],
    sql` union all `,
  );
}
