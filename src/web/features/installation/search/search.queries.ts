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

/** Of what is asked and asked again while somebody types: fails at once, so that what is known here can step in. */
const hasty = { retry: false, networkMode: "always", staleTime: 10_000, gcTime: 60_000 } as const;

/** What the server finds. What is no longer asked for is cut off, so an older answer never replaces a newer one. */
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

/** Nobody answered, or only something in between that could not reach the server either. */
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

/** How what is being typed may go on. */
export function useSuggestions(q: string) {
  return useQuery({
    queryKey: searchKeys.suggestions(q),
    queryFn: ({ signal }) => call("GET /api/search/suggestions", { query: { q } }, { signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    ...hasty,
  });
}

/** Remembers that something was found by these words. It is no use to tell anybody when that fails. */
export async function rememberTerm(q: string): Promise<void> {
  if (q.trim() === "") return;
  const options = { ...quiet, keepalive: true };
  await call("POST /api/search/recent", { body: { q: q.trim() } }, options).catch(() => undefined);
}

/** Forgets one term, or all; gone at once, back when the server refuses. */
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
