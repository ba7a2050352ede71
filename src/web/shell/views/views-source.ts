import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { AccessLog } from "#contract/access-logs.ts";
import type { periods } from "#contract/choices.ts";

export type Period = (typeof periods)[number];

export interface ViewsFilter {
  readonly search: string;
  readonly guestsOnly: boolean;
  readonly page: number;
}

export interface ViewsStatistics {
  readonly period: Period;
  readonly views: number;
  readonly people: number;
  readonly guests: number;
  readonly seconds: number;
  readonly steps: readonly { readonly at: string; readonly views: number }[];
}

/** The record whose views are shown: how they are loaded, and the texts that differ. */
export interface ViewsSource {
  /** Cache key of the record: `["visit", 7]`. */
  readonly key: readonly (string | number)[];
  readonly title: string;
  readonly text: string;
  readonly statistics: (period: Period, signal: AbortSignal) => Promise<ViewsStatistics>;
  readonly log: (
    query: { page: number; per_page: number; search?: string; guests?: 1 },
    signal: AbortSignal,
  ) => Promise<{ items: readonly AccessLog[]; total: number }>;
}

export const viewsPerPage = 10;
/** Someone may be viewing right now: reloaded every half minute while the page is visible. */
const refetchInterval = 30_000;

export function useStatistics(source: ViewsSource, period: Period) {
  return useQuery({
    queryKey: ["views", ...source.key, "statistics", period],
    queryFn: ({ signal }) => source.statistics(period, signal),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}

export function useViewLog(source: ViewsSource, filter: ViewsFilter) {
  return useQuery({
    queryKey: ["views", ...source.key, "log", filter],
    queryFn: ({ signal }) =>
      source.log(
        {
          page: filter.page,
          per_page: viewsPerPage,
          ...(filter.search !== "" && { search: filter.search }),
          ...(filter.guestsOnly && { guests: 1 as const }),
        },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval,
  });
}
