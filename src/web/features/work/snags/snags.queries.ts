import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import type { SnagPriority, SnagStatus, snagSorts } from "#contract/choices.ts";
import { call, type Output } from "#web/lib/client.ts";
import { useWaitingActs } from "#web/lib/outbox/waiting.ts";
import { useProjectNews } from "#web/lib/use-project-news.ts";
import { displayed, useDisplayed } from "./waiting/waiting-values.ts";

export type SnagSort = (typeof snagSorts)[number];
export type SnagPage = Output<"GET /api/annotations">;

/** Filters shared by board, list and floor plan. Null, false and empty filter nothing. */
export interface SnagNarrowing {
  readonly search: string;
  readonly id_project: number | null;
  readonly status: readonly SnagStatus[];
  readonly priority: readonly SnagPriority[];
  readonly trade: string;
  readonly id_assignee: number | null;
  readonly id_crew: number | null;
  readonly mine: boolean;
  readonly overdue: boolean;
}

/** All snag queries share the prefix `all`, so that one call invalidates them. */
export const snagKeys = {
  all: ["snags"],
  lists: ["snags", "list"],
  list: (query: object) => ["snags", "list", query],
  one: (id: number) => ["snags", "one", id],
  comments: (id: number) => ["snags", "comments", id],
  history: (id: number) => ["snags", "history", id],
  choices: (project: number) => ["snags", "choices", project],
} as const;

export const snagsPerPage = 50;

/** The query parameters of a filter. */
export function narrowingQuery(by: Partial<SnagNarrowing>) {
  return {
    ...(by.search && { search: by.search }),
    ...(by.id_project && { id_project: by.id_project }),
    ...(by.status && by.status.length > 0 && { status: by.status.join(",") }),
    ...(by.priority && by.priority.length > 0 && { priority: by.priority.join(",") }),
    ...(by.trade && { trade: by.trade }),
    ...(by.id_assignee && { id_assignee: by.id_assignee }),
    ...(by.id_crew && { id_crew: by.id_crew }),
    ...(by.mine === true && { mine: 1 as const }),
    ...(by.overdue === true && { overdue: 1 as const }),
  };
}

export interface SnagQuery extends Partial<SnagNarrowing> {
  readonly id_sheet?: number;
  readonly sort?: SnagSort;
  readonly page?: number;
  readonly per_page?: number;
}

/** One page of a list; equal parameters share a query key. */
export function listQuery(by: SnagQuery) {
  const query = {
    ...narrowingQuery(by),
    ...(by.id_sheet !== undefined && { id_sheet: by.id_sheet }),
    sort: by.sort ?? "number",
    page: by.page ?? 1,
    per_page: by.per_page ?? snagsPerPage,
  };
  return {
    queryKey: snagKeys.list(query),
    queryFn: ({ signal }: { signal: AbortSignal }) => call("GET /api/annotations", { query }, { signal }),
  };
}

/** With the values that wait on this device. */
export function useSnags(by: SnagQuery, isWanted = true) {
  const snags = useQuery({ ...listQuery(by), enabled: isWanted, placeholderData: keepPreviousData });
  const items = useDisplayed(snags.data?.items);
  if (snags.data === undefined || items === undefined || items === snags.data.items) return snags;
  return { ...snags, data: { ...snags.data, items: [...items] } } as typeof snags;
}

/** The columns of the board, each with its own query and count. */
export function useColumns(by: SnagQuery, columns: readonly { status: SnagStatus; count: number }[]) {
  return useQueries({
    queries: columns.map(({ status, count }) => ({
      ...listQuery({ ...by, status: [status], page: 1, per_page: count }),
      placeholderData: keepPreviousData,
    })),
  });
}

/** With the values that wait on this device. */
export function useSnag(id: number) {
  const snag = useQuery({
    queryKey: snagKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/annotations/{id}", { params: { id } }, { signal }),
  });
  const acts = useWaitingActs();
  const data = snag.data === undefined || acts.length === 0 ? snag.data : displayed(snag.data, acts);
  return data === undefined || data === snag.data ? snag : ({ ...snag, data } as typeof snag);
}

export function useSnagComments(id: number) {
  return useQuery({
    queryKey: snagKeys.comments(id),
    queryFn: ({ signal }) => call("GET /api/annotations/{id}/comments", { params: { id } }, { signal }),
  });
}

export function useSnagHistory(id: number, isWanted: boolean) {
  return useQuery({
    queryKey: snagKeys.history(id),
    enabled: isWanted,
    queryFn: ({ signal }) => call("GET /api/annotations/{id}/history", { params: { id } }, { signal }),
  });
}

/** Possible assignees of a snag in a project, and the trades used in it so far. */
export function useSnagChoices(project: number | null | undefined) {
  return useQuery({
    queryKey: snagKeys.choices(project ?? 0),
    enabled: project != null,
    queryFn: ({ signal }) =>
      call("GET /api/annotations/choices", { query: { id_project: project ?? 0 } }, { signal }),
  });
}

export function useSheets(project: number | null | undefined) {
  return useQuery({
    queryKey: ["sheets", "list", project],
    enabled: project != null,
    queryFn: ({ signal }) => call("GET /api/maps", { query: { id_project: project ?? 0 } }, { signal }),
  });
}

export function useSheet(id: number | null) {
  return useQuery({
    queryKey: ["sheets", "one", id],
    enabled: id !== null,
    queryFn: ({ signal }) => call("GET /api/maps/{id}", { params: { id: id ?? 0 } }, { signal }),
  });
}

/** Refreshes when others change a project's snags. */
export function useSnagNews(project: number | null): void {
  const events = ["snag.changed", "snag.created", "snag.deleted", "team-changed"];
  useProjectNews(project, events, [snagKeys.all]);
}
