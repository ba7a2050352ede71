import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import "./tables.ts";

/** Limit of recent searches kept and shown, and of terms per user that count towards popular ones. */
const kept = { recent: 10, terms: 100 };
/** Days for which a term counts, and the minimum of users who searched for it. */
const popular = { days: 30, people: 3, candidates: 24 };
/** Number of terms from which the candidates are kept, and the milliseconds for which they are. */
const many = { terms: 20_000, milliseconds: 300_000 };

/** A term that several users searched for. */
export interface PopularTerm {
  readonly norm: string;
  readonly text: string;
}

export function createRecent(db: Database, log: Log) {
  const list = async (userId: number): Promise<string[]> => {
    const rows = await db
      .selectFrom("search_recent")
      .select("text")
      .where("id_user", "=", userId)
      .orderBy("searched_at", "desc")
      .limit(kept.recent)
      .execute();
    return rows.map(({ text }) => text);
  };

  let candidates: { readonly until: number; readonly norms: readonly string[] } | undefined;
  let isCounting = false;

  /** Counts again without anybody waiting for it. */
  const refresh = () => {
    if (isCounting) return;
    isCounting = true;
    recount()
      .catch((error: unknown) => log.warn({ error }, "search: popular texts could not be counted"))
      .finally(() => {
        isCounting = false;
      });
  };
  const recount = async () => {
    const list = await counted(db);
    candidates = (await hasMany(db))
      ? { until: Date.now() + many.milliseconds, norms: list.map(({ norm }) => norm) }
      : undefined;
    return list;
  };

  return {
    list,

    /** Newest first; the same words in another spelling replace the old ones. */
    async remember(userId: number, text: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const norm = sql<string>`app_norm(${text})`;
        const now = sql<Date>`clock_timestamp()`;
        for (const [table, count] of [
          ["search_recent", kept.recent],
          ["search_terms", kept.terms],
        ] as const) {
          await trx
            .insertInto(table)
            .values({ id_user: userId, norm, text })
            .onConflict((conflict) =>
              conflict.columns(["id_user", "norm"]).doUpdateSet({ text, searched_at: now }),
            )
            .execute();
          await sql`delete from ${sql.table(table)} where id_user = ${userId} and norm in (
            select norm from ${sql.table(table)} where id_user = ${userId}
            order by searched_at desc offset ${count})`.execute(trx);
        }
      });
    },

    /** Deletes one term, or all; they no longer count towards popular ones either. */
    async forget(userId: number, text: string | undefined): Promise<void> {
      for (const table of ["search_recent", "search_terms"] as const)
        await db
          .deleteFrom(table)
          .where("id_user", "=", userId)
          .$if(text !== undefined, (query) => query.where("norm", "=", sql<string>`app_norm(${text})`))
          .execute();
    },

    /** The user's own searches with this beginning. */
    async beginning(userId: number, norm: string, count: number): Promise<string[]> {
      const rows = await db
        .selectFrom("search_recent")
        .select("text")
        .where("id_user", "=", userId)
        .where(sql<boolean>`starts_with(norm, ${norm})`)
        .orderBy("searched_at", "desc")
        .limit(count)
        .execute();
      return rows.map(({ text }) => text);
    },

    /**
     * Sorted by number of users. Never a term used by fewer than three, nor one that was deleted: of many terms the
     * candidates and their order may be some minutes old; each is looked up again.
     */
    async popular(): Promise<PopularTerm[]> {
      if (candidates === undefined) return recount();
      if (Date.now() > candidates.until) refresh();
      return stillPopular(db, candidates.norms);
    },

    async prune(): Promise<void> {
      await sql`delete from search_terms
        where searched_at < now() - make_interval(days => ${popular.days})`.execute(db);
    },
  };
}

async function counted(db: Database): Promise<PopularTerm[]> {
  const { rows } = await sql<PopularTerm>`/* planned each time */
    select norm, mode() within group (order by text) as text from search_terms
    where searched_at > now() - make_interval(days => ${popular.days})
    group by norm having count(*) >= ${popular.people}
    order by count(*) desc, max(searched_at) desc limit ${popular.candidates}`.execute(db);
  return rows;
}

/** Those of the terms that enough users still search for, in the same order and as some of these write them. */
async function stillPopular(db: Database, norms: readonly string[]): Promise<PopularTerm[]> {
  const { rows } = await sql<PopularTerm>`/* planned each time */
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
