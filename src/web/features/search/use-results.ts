import { useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { SearchHit } from "#contract/search.ts";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { cachedHits } from "./cached-hits.ts";
import { usePaused } from "./pause.ts";
import { isOutOfReach, useFound } from "./search.queries.ts";

/** Long enough for the next letter of somebody who types, too short to be felt. */
const pause = 130;

export interface Results {
  readonly hits: readonly SearchHit[];
  /**
   * `ready`: of exactly these words. `stale`: of what was typed before, while these are asked for. `offline`: of what
   * this page has loaded, because nobody answers.
   */
  readonly state: "loading" | "stale" | "ready" | "offline" | "failed";
  /** The nearest spellings, because nothing has the words themselves. */
  readonly isApproximate: boolean;
  readonly hasMore: boolean;
  readonly retry: () => void;
}

/** What the words find, while they are being typed. */
export function useResults(text: string, count: number = limits.search.shown): Results {
  const client = useQueryClient();
  const locale = localeOf(useLanguage());
  const typed = text.trim();
  const q = usePaused(typed, pause);
  const found = useFound({ q, type: null, page: 1, perPage: count, counts: false });
  const retry = () => void found.refetch();
  if (found.isError && isOutOfReach(found.error)) {
    const hits = cachedHits(client, typed, locale);
    const hasMore = hits.length > count;
    return { hits: hits.slice(0, count), state: "offline", isApproximate: false, hasMore, retry };
  }
  const isCurrent = q === typed && !found.isPlaceholderData;
  const { items = [], is_approximate = false, has_more = false } = found.data ?? {};
  return {
    hits: items.slice(0, count),
    state: found.isError ? "failed" : found.data === undefined ? "loading" : isCurrent ? "ready" : "stale",
    isApproximate: is_approximate,
    hasMore: has_more,
    retry,
  };
}
