import { useQueryClient } from "@tanstack/react-query";
import { limits } from "#contract/limits.ts";
import type { SearchHit } from "#contract/search.ts";
import { localeOf } from "#web/lib/format.ts";
import { useLanguage } from "#web/lib/language.ts";
import { cachedHits } from "./cached-hits.ts";
import { fold, wordsOf } from "./fold.ts";
import { usePaused } from "./pause.ts";
import { isOutOfReach, searchKeys, useFound, type Wanted } from "./search.queries.ts";

/** Long enough for the next letter of a user who types, too short to be noticed. */
const pause = 130;

export interface Results {
  readonly hits: readonly SearchHit[];
  /**
   * `ready`: of exactly this text. `stale`: matching ones of the previous results, while these are fetched. `offline`:
   * of what this page has loaded, because there is no response.
   */
  readonly state: "loading" | "stale" | "ready" | "offline" | "failed";
  /** The nearest spellings, because there is no exact match. */
  readonly isApproximate: boolean;
  readonly hasMore: boolean;
  readonly retry: () => void;
}

/** Results of the text, while it is being typed. */
export function useResults(text: string, count: number = limits.search.shown): Results {
  const client = useQueryClient();
  const locale = localeOf(useLanguage());
  const typed = text.trim();
  const wanted = (q: string): Wanted => ({ q, type: null, page: 1, perPage: count, counts: false });
  const paused = usePaused(typed, pause, "");
  // Cached results are shown at once.
  const isKnown = client.getQueryData(searchKeys.found(wanted(typed))) !== undefined;
  const q = isKnown ? typed : paused;
  const found = useFound(wanted(q));
  const retry = () => void found.refetch();

  if (found.isError && isOutOfReach(found.error)) {
    const hits = cachedHits(client, typed, locale);
    const hasMore = hits.length > count;
    return { hits: hits.slice(0, count), state: "offline", isApproximate: false, hasMore, retry };
  }
  if (found.isError) return { hits: [], state: "failed", isApproximate: false, hasMore: false, retry };
  const { items = [], is_approximate: isApproximate = false, has_more: hasMore = false } = found.data ?? {};
  if (found.data !== undefined && q === typed && !found.isPlaceholderData)
    return { hits: items.slice(0, count), state: "ready", isApproximate, hasMore, retry };
  const hits = items.filter((hit) => stillFits(hit, typed)).slice(0, count);
  return { hits, state: hits.length > 0 ? "stale" : "loading", isApproximate: false, hasMore: false, retry };
}

/** Keeps the previous results that will be found again. */
function stillFits({ title, code, context }: SearchHit, typed: string): boolean {
  const text = fold(`${title} ${code} ${context}`);
  return wordsOf(typed).every((word) => text.includes(word));
}
