import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Share } from "#contract/access-logs.ts";
import type { periods } from "#contract/choices.ts";
import { call } from "#web/lib/client.ts";
import type { ShareDraft } from "#web/lib/share-rules.ts";

export type Period = (typeof periods)[number];

export interface ViewsFilter {
  readonly search: string;
  readonly guestsOnly: boolean;
  readonly page: number;
}

export const viewsPerPage = 10;
const keys = {
  share: (id: number) => ["sharing", "share", id],
  statistics: (id: number, period: Period) => ["sharing", "statistics", id, period],
  log: (id: number, filter: ViewsFilter) => ["sharing", "log", id, filter],
} as const;

export function useShare(id: number) {
  return useQuery({
    queryKey: keys.share(id),
    queryFn: ({ signal }) => call("GET /api/visits/{id}/share", { params: { id } }, { signal, toast: false }),
  });
}

/** Changes the rules, or takes an earlier change back. */
export function useChangeShare(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ShareDraft> | { readonly undo: string }) =>
      call("PUT /api/visits/{id}/share", { params: { id }, body }, { toast: false }),
    onSuccess: (share) => client.setQueryData<Share>(keys.share(id), share),
  });
}

/** Somebody may be looking right now: asked again every half minute while the page is seen. */
const refetchInterval = 30_000;

export function useStatistics(id: number, period: Period) {
  return useQuery({
    queryKey: keys.statistics(id, period),
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits/{id}/access-logs/statistics",
        { params: { id }, query: { period } },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useViewLog(id: number, filter: ViewsFilter) {
  return useQuery({
    queryKey: keys.log(id, filter),
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits/{id}/access-logs",
        {
          params: { id },
          query: {
            page: filter.page,
            per_page: viewsPerPage,
            ...(filter.search !== "" && { search: filter.search }),
            ...(filter.guestsOnly && { guests: 1 as const }),
          },
        },
        { signal, toast: false },
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}
