import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SearchType } from "#contract/kinds.ts";
import { ApiError, call, type Output, quiet } from "#web/lib/client.ts";

export interface Wanted {
  readonly q: string;
  readonly type: SearchType | null;
  readonly page: number;
  readonly perPage: number;
  /** Whether to count by type as well. */
  readonly counts: boolean;
}

export type Found = Output<"POST /api/search/global">;

export const searchKeys = {
  recent: ["search", "recent"],
  popular: ["search", "popular"],
  suggestions: (q: string) => ["search", "suggestions", q],
  found: (wanted: Wanted) => ["search", "found", wanted],
} as const;

/** Another search of the same user ended this one, from another tab for example; that is not a failure. */
const isReplaced = (error: unknown) => error instanceof ApiError && error.code === "SEARCH_REPLACED";

/**
 * For repeated queries while a user types: fails immediately, so that loaded data can be used instead. A replaced
 * search is repeated until it is answered or no longer wanted.
 */
const hasty = {
  retry: (_: number, error: unknown) => isReplaced(error),
  retryDelay: (attempt: number) => Math.min(300 * 2 ** attempt, 10_000),
  networkMode: "always",
  staleTime: 10_000,
  gcTime: 60_000,
} as const;

/** The server's results. Outdated requests are aborted, so an older response never replaces a newer one. */
export function useFound(wanted: Wanted, isEnabled = true) {
  return useQuery({
    queryKey: searchKeys.found(wanted),
    queryFn: ({ signal }) =>
      call(
        "POST /api/search/global",
        {
          body: {
            q: wanted.q,
            page: wanted.page,
            per_page: wanted.perPage,
            ...(wanted.counts && { counts: true }),
            ...(wanted.type !== null && { type: wanted.type }),
          },
        },
        { signal, ...quiet },
      ),
    enabled: isEnabled && wanted.q !== "",
    placeholderData: keepPreviousData,
    ...hasty,
  });
}

/** No response, or only one from a gateway that could not reach the server either. */
export const isOutOfReach = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || (error.status >= 502 && error.status <= 504));

export function useRecentTerms() {
  return useQuery({
    queryKey: searchKeys.recent,
    queryFn: ({ signal }) => call("GET /api/search/recent", {}, { signal }),
    ...hasty,
    staleTime: 0,
  });
}

export function usePopularTerms() {
  return useQuery({
    queryKey: searchKeys.popular,
    queryFn: ({ signal }) => call("GET /api/search/popular", {}, { signal }),
    ...hasty,
  });
}

/** Completions of the current text. */
export function useSuggestions(q: string) {
  return useQuery({
    queryKey: searchKeys.suggestions(q),
    queryFn: ({ signal }) => call("GET /api/search/suggestions", { query: { q } }, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    ...hasty,
  });
}

/** Stores a search term that led to a result. A failure is not worth reporting. */
export async function rememberTerm(q: string): Promise<void> {
  if (q.trim() === "") return;
  const options = { ...quiet, keepalive: true };
  await call("POST /api/search/recent", { body: { q: q.trim() } }, options).catch(() => undefined);
}

/** Removes one term, or all; immediately, and restored when the server refuses. */
export function useForgetTerm() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (q: string | null) =>
      call("DELETE /api/search/recent", { query: q === null ? {} : { q } }, quiet),
    onMutate: async (q) => {
      await client.cancelQueries({ queryKey: searchKeys.recent });
      const before = client.getQueryData<string[]>(searchKeys.recent);
      client.setQueryData<string[]>(searchKeys.recent, (terms) =>
        q === null ? [] : terms?.filter((term) => term !== q),
      );
      return before;
    },
    onError: (_, __, before) => client.setQueryData(searchKeys.recent, before),
    onSuccess: (terms) => client.setQueryData(searchKeys.recent, terms),
  });
}
