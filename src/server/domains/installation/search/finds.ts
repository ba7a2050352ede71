import { sql } from "kysely";
import { searchTypes } from "#contract/kinds.ts";
import type { Database } from "#server/platform/database.ts";
import type { FoundItem } from "./hits.ts";
import { hasAll, type Kinds, type SearchQuery } from "./query.ts";
import { isVisible, type Searcher } from "./visible.ts";

type Key = Pick<FoundItem, "kind" | "id">;
type Find = (
  user: Searcher,
  query: SearchQuery,
  kinds: Kinds,
  window: { readonly offset: number; readonly count: number },
) => Promise<readonly Key[]>;

/** Number of users and texts whose last found item is known; the oldest are dropped. */
const most = 50_000;

/**
 * Whether a search would find anything, for the popular searches. The item found before is a hint: the next time it
 * alone is checked, by words and rights, and only if that fails is everything searched.
 */
export function createFinds(db: Database, find: Find) {
  /** By user and words. */
  const known = new Map<string, Key>();

  const isStillFound = async (user: Searcher, query: SearchQuery, { kind, id }: Key) => {
    const { rows } = await sql`select from search_items s where s.kind = ${kind} and s.id = ${id}
      and ${hasAll(query.words)} and ${isVisible(user)}`.execute(db);
    return rows.length > 0;
  };

  return async (user: Searcher, query: SearchQuery): Promise<boolean> => {
    const key = `${user.id} ${query.whole}`;
    const last = known.get(key);
    if (last !== undefined && (await isStillFound(user, query, last))) return true;
    const [found] = await find(user, query, searchTypes, { offset: 0, count: 1 });
    known.delete(key);
    if (found === undefined) return false;
    known.set(key, { kind: found.kind, id: found.id });
    for (const [oldest] of known) {
      if (known.size <= most) break;
      known.delete(oldest);
    }
    return true;
  };
}
