import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { plannedEachTime } from "#server/platform/prepared-statements.ts";
import "./tables.ts";

/** Days for which a term counts, and the minimum of users who searched for it. */
export const popular = { days: 30, people: 3, candidates: 24 };
/** Number of terms from which the candidates are kept, and the milliseconds for which they are. */
const many = { terms: 20_000, milliseconds: 300_000 };

/** A term that several users searched for. */
export interface PopularTerm {
  readonly norm: string;
  readonly text: string;
}

/**
 * Sorted by number of users. Never a term used by fewer than three, nor one that was deleted: of many terms the
 * candidates and their order may be some minutes old; each is looked up again.
 */
export function createPopular(db: Database, log: Log) {
  let candidates: { readonly until: number; readonly norms: readonly string[] } | undefined;
  let isCounting = false;

  const recount = async () => {
    const list = await counted(db);
    candidates = (await hasMany(db))
      ? { until: Date.now() + many.milliseconds, norms: list.map(({ norm }) => norm) }
      : undefined;
    return list;
  };
  /** Counts again while the candidates known so far are used. */
  const refresh = async () => {
    if (isCounting) return;
    isCounting = true;
    try {
      await recount();
    } catch (error) {
      log.warn({ error }, "search: popular texts could not be counted");
    } finally {
      isCounting = false;
    }
  };

  return async (): Promise<PopularTerm[]> => {
    if (candidates === undefined) return recount();
    if (Date.now() > candidates.until) void refresh();
    return stillPopular(db, candidates.norms);
  };
}

async function counted(db: Database): Promise<PopularTerm[]> {
  const { rows } = await sql<PopularTerm>`${plannedEachTime}
    select norm, mode() within group (order by text) as text from search_terms
    where searched_at > now() - make_interval(days => ${popular.days})
    group by norm having count(*) >= ${popular.people}
    order by count(*) desc, max(searched_at) desc limit ${popular.candidates}`.execute(db);
  return rows;
}

/** Those of the terms that enough users still search for, in the same order and as some of these write them. */
async function stillPopular(db: Database, norms: readonly string[]): Promise<PopularTerm[]> {
  const { rows } = await sql<PopularTerm>`${plannedEachTime}
    select k.norm, f.text from unnest(${norms}::text[]) with ordinality as k (norm, at)
    cross join lateral (
      select mode() within group (order by text) as text, count(*) as count from (
        select text from search_terms where norm = k.norm
          and searched_at > now() - make_interval(days => ${popular.days}) limit ${popular.people}) t) f
    where f.count >= ${popular.people} order by k.at`.execute(db);
  return rows;
}

/** By the planner's estimate, which costs nothing. */
async function hasMany(db: Database): Promise<boolean> {
  const { rows } = await sql<{ terms: number }>`
    select reltuples::float8 as terms from pg_class where oid = 'search_terms'::regclass`.execute(db);
  return (rows[0]?.terms ?? 0) >= many.terms;
}
