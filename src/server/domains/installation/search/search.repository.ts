import { type RawBuilder, sql } from "kysely";
import { type SearchType, searchTypes } from "#contract/kinds.ts";

import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import { createEstimates, type Estimates } from "./estimates.ts";
import { createFinds } from "./finds.ts";
import type { FoundItem } from "./hits.ts";
import {
  codeHasOne,
  hasAll,
  isExact,
  isIndexed,
  type Kinds,
  patternsOf,
  type SearchQuery,
  textHasAll,
} from "./query.ts";
import { allTitles, byTitle, type Stretch, stretchesOf, titleOrder } from "./title-order.ts";
import { findTitleRanges } from "./title-ranges.ts";
import { callerOf, isVisible, itemsOf, type Searcher } from "./visible.ts";
import "./tables.ts";

export interface Window {
  readonly offset: number;
  readonly count: number;
}

/** Limit of visible items up to which a user's items are all scanned. */
const few = 20_000;
/** Milliseconds after which a walk is cancelled; the benchmark's searches stay far below. */
const patience = 3000;
/** PostgreSQL's code for a statement timeout. */
const cancelled = "57014";
const none: readonly FoundItem[] = [];
/** A prepared search: the strategies take their parameters from it. */
interface Task {
  readonly user: Searcher;
  readonly query: SearchQuery;
  readonly kinds: Kinds;
  /** Number of wanted rows, in order. */
  readonly count: number;
}

export function createSearchRepository(db: Database) {
  const estimates = createEstimates(db);
  const isOwnOnly = async (user: Searcher) =>
    !user.super_admin && (await estimates.visible(user, few + 1)) <= few;
  const run = async (from: RawBuilder<unknown>, on: Database = db): Promise<readonly FoundItem[]> => {
    const { rows } = await sql<FoundItem>`${plannedEachTime}
      select s.kind, s.id, s.sort, s.title, s.code, p.name as project_name, p.location as project_location
      from ${from} join projects p on p.id = s.id_project order by s.at`.execute(on);
    return rows;
  };

  /** Strategy for many matches: walks the titles in order until enough are found, where the words occur at all. */
  const walked = async ({ user, query, kinds, count }: Task) => {
    const places = await findTitleRanges(db, query.words);
    const walks = kinds
      .map((kind) => ({ kind, stretches: stretchesFor(places?.get(kind), places === undefined, user) }))
      .filter(({ stretches }) => stretches.length > 0)
      .map(({ kind, stretches }) => walk({ user, query, count }, kind, stretches));
    if (walks.length === 0) return none;
    const order = titleOrder(user.language);
    const from = sql`(select s.*, row_number() over (order by ${order}) as at
      from (${sql.join(walks, sql` union all `)}) s order by ${order} limit ${count}) s`;
    return db
      .transaction()
      .execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(trx);
        return run(from, trx);
      })
      .catch((error: unknown) => {
        // No answer is better than a partial one: an unread item may well be the first by title.
        throw (error as { code?: unknown }).code === cancelled ? new AppError("TOO_SLOW") : error;
      });
  };

  const rest = async (task: Task): Promise<readonly FoundItem[]> => {
    const { query, user, count } = task;
    const code = codeHasOne(query.words);
    const [isWalk, coded] = await Promise.all([
      isToWalk(estimates, task),
      code === undefined ? none : run(byCode(task, code)),
    ]);
    const texts = await (isWalk ? walked(task) : run(picked(task)));
    if (coded.length === 0) return texts;
    const byKey = new Map([...texts, ...coded].map((row) => [`${row.kind} ${row.id}`, row]));
    return [...byKey.values()].toSorted(byTitle(user.language)).slice(0, count);
  };

  const find = async (
    user: Searcher,
    query: SearchQuery,
    kinds: Kinds,
    { offset, count }: Window,
  ): Promise<FoundItem[]> => {
    if (query.words.length === 0) return [];
    const task = { user, query, kinds, count: offset + count };
    if (await isOwnOnly(user)) return (await run(own(task))).slice(offset);
    const first = await run(exact(task));
    const others =
      first.length < task.count ? await rest({ ...task, count: task.count - first.length }) : none;
    return [...first, ...others].slice(offset, task.count);
  };

  return {
    /** A window of the items that have all words, exact ones first, then by title. */
    find,

    finds: createFinds(db, find),

    /** Number per kind, none above `cap`. */
    async counts(user: Searcher, query: SearchQuery, cap: number): Promise<Record<SearchType, number>> {
      const counts = Object.fromEntries(searchTypes.map((kind) => [kind, 0])) as Record<SearchType, number>;
      if (query.words.length === 0) return counts;
      if (await isOwnOnly(user)) {
        const { rows } = await sql<{ kind: SearchType; count: number }>`
          select s.kind, least(count(*), ${cap}) as count from ${itemsOf(user)}
          where ${hasAll(query.words)} group by s.kind`.execute(db);
        for (const { kind, count } of rows) counts[kind] = count;
        return counts;
      }
      for (const kind of searchTypes) {
        const task = { user, query, kinds: [kind], count: cap };
        const first = await run(exact(task));
        const others = first.length < cap ? await rest(task) : none;
        counts[kind] = Math.min(cap, first.length + others.length);
      }
      return counts;
    },
  };
}

/** Strategy for users who see few items: scans all of them, exact ones first. */
const own = ({ user, query, kinds, count }: Task) => {
  const order = sql`${isExact(query)} desc, ${titleOrder(user.language)}`;
  return sql`(select s.*, row_number() over (order by ${order}) as at
    from ${itemsOf(user)} where s.kind = any(${kinds}) and ${hasAll(query.words)}
    order by ${order} limit ${count}) s`;
};

/** Items whose title or code is exactly this, first by title. */
const exact = ({ user, query, kinds, count }: Task) =>
  sql`(select s.*, row_number() over (order by ${titleOrder(user.language)}) as at from (
      select s.* from unnest(${kinds}::text[]) k cross join lateral (select * from search_items s
        where s.kind = k and s.sort = ${query.whole} and ${isVisible(user)} order by s.id limit ${count}) s
      union
      select s.* from search_items s where s.norm_code = ${query.whole} and s.kind = any(${kinds})
        and ${isVisible(user)}
    ) s order by ${titleOrder(user.language)} limit ${count}) s`;

/** Strategy for few matches: takes all from the index, then sorts and checks them until enough are found. */
const picked = ({ user, query, kinds, count }: Task) =>
  sorted(user, query, kinds, count, sql`select * from search_items s where ${textHasAll(query.words)}`);

/** Items with a word in their code, of which there are never many. */
const byCode = ({ user, query, kinds, count }: Task, code: RawBuilder<boolean>) =>
  sorted(
    user,
    query,
    kinds,
    count,
    sql`select * from (select * from search_items s where ${code} offset 0) s where ${hasAll(query.words)}`,
  );

/** A walk reads `items / hits` rows for each hit, picking reads all matches of an indexed word. */
async function isToWalk(estimates: Estimates, { query, count }: Task): Promise<boolean> {
  const indexed = query.words.filter((word) => word.every(isIndexed));
  if (indexed.length === 0) return true;
  const [items, candidates] = await Promise.all([estimates.items(), estimates.hits(indexed)]);
  const hits = indexed.length === query.words.length ? candidates : await estimates.hits(query.words);
  return candidates * hits > count * items;
}

/** Sorts candidates before the check of rights: of many only the first are checked. */
const sorted = (
  user: Searcher,
  query: SearchQuery,
  kinds: Kinds,
  count: number,
  candidates: RawBuilder<unknown>,
) => sql`(select s.*, row_number() over () as at from (
    select * from (${candidates} offset 0) s where s.kind = any(${kinds}) and not ${isExact(query)}
    order by ${titleOrder(user.language)} offset 0
  ) s where ${isVisible(user)} limit ${count}) s`;

const stretchesFor = (places: readonly string[] | undefined, isAnywhere: boolean, user: Searcher) =>
  isAnywhere ? allTitles(user.language) : stretchesOf(places ?? [], user.language);

/** The titles of one kind in order. */
const walk = (
  { user, query, count }: Pick<Task, "user" | "query" | "count">,
  kind: SearchType,
  stretches: readonly Stretch[],
) => {
  const { likes, patterns } = patternsOf(query.words);
  const lows = stretches.map(({ low }) => low);
  const highs = stretches.map(({ high }) => high);
  return sql`select * from search_walk(${kind}, ${lows}, ${highs}, ${likes}, ${patterns}, ${query.whole},
    ${callerOf(user)}, ${count}::int)`;
};
