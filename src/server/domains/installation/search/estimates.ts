import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { textHasAll, type Word } from "./query.ts";
import type { Searcher } from "./visible.ts";

/** Milliseconds for which an estimate is cached, and the number of users cached. */
const fresh = 60_000;
const most = 10_000;

export function createEstimates(db: Database) {
  let size = { items: 0, until: 0 };
  const seen = new Map<number, { readonly items: number; readonly until: number }>();

  return {
    /** Approximate number of items, from PostgreSQL's own statistics. */
    async items(): Promise<number> {
      if (performance.now() < size.until) return size.items;
      const { rows } = await sql<{ items: number }>`
        select greatest(reltuples, 0)::float8 as items from pg_class where oid = 'search_items'::regclass`.execute(
        db,
      );
      size = { items: rows[0]?.items ?? 0, until: performance.now() + fresh };
      return size.items;
    },

    /**
     * Number of items in the user's projects, up to `cap`, as of the last minute. It only selects the search strategy:
     * rights are checked by every strategy.
     */
    async visible({ id }: Searcher, cap: number): Promise<number> {
      const known = seen.get(id);
      if (known !== undefined && performance.now() < known.until) return known.items;
      const { rows } = await sql<{ items: number }>`
        select count(*) as items from (select from project_members m
          join search_items s on s.id_project = m.id_project where m.id_user = ${id} limit ${cap}) as capped`.execute(
        db,
      );
      if (seen.size >= most) seen.clear();
      const items = rows[0]?.items ?? 0;
      seen.set(id, { items, until: performance.now() + fresh });
      return items;
    },

    /**
     * Estimated number of items that have the words in their text, from PostgreSQL's own samples, which it keeps up to
     * date.
     */
    async hits(words: readonly Word[]): Promise<number> {
      const { rows } = await sql<{ "QUERY PLAN": readonly [{ Plan: { "Plan Rows": number } }] }>`
        explain (format json) select from search_items s where ${textHasAll(words)}`.execute(db);
      return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
    },
  };
}

export type Estimates = ReturnType<typeof createEstimates>;
