import { useQueryClient } from "@tanstack/react-query";
import type { SearchHit } from "#contract/search.ts";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { cachedHits } from "../cached-hits.ts";
import { type Found, isOutOfReach, useFound, type Wanted } from "../search.queries.ts";
import type { SearchAddress } from "./address.ts";

export const perPage = 20;

/** One page of results; the first page of all kinds counts by kind as well. */
const wanted = ({ q, type }: SearchAddress, page: number): Wanted => ({
  q,
  type,
  page,
  perPage,
  counts: page === 1 && type === null,
});

export const usePage = (state: SearchAddress, page: number) => useFound(wanted(state, page));

/** The number of each kind, as of the first page of all kinds. */
export function useCounts(q: string): Found["counts"] {
  return useFound(wanted({ q, type: null, page: 1 }, 1)).data?.counts;
}

/** Results from loaded records, when the server is unreachable; null while it is reachable. */
export function useCachedHits({ q, type }: SearchAddress, error: unknown): SearchHit[] | null {
  const client = useQueryClient();
  const locale = localeOf(useLanguage());
  return isOutOfReach(error) ? cachedHits(client, q, locale, type) : null;
}
