import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { visitSorts } from "#contract/choices.ts";
import type { Room, Visit } from "#contract/visits.ts";
import { type Body, call, quiet } from "#web/lib/client.ts";
import { visitList } from "./list-state.ts";

export type VisitSort = (typeof visitSorts)[number];

export interface VisitFilter {
  readonly search: string;
  readonly project: number | null;
  readonly starred: boolean;
  readonly sort: VisitSort;
  readonly page: number;
}

export const visitKeys = {
  all: ["visits"],
  lists: ["visits", "list"],
  list: (filter: VisitFilter) => ["visits", "list", filter],
  one: (id: string | number) => ["visits", "one", String(id)],
} as const;

export const visitsPerPage = 24;
/**
 * Poll interval of a visit whose pictures are being processed, in milliseconds; real-time messages are only the faster
 * way.
 */
const processingPoll = 3000;

export function useVisits(filter: VisitFilter, isEnabled = true) {
  return useQuery({
    queryKey: visitKeys.list(filter),
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits",
        {
          query: {
            page: filter.page,
            per_page: visitsPerPage,
            sort: filter.sort,
            ...(filter.project !== null && { id_project: filter.project }),
            ...visitList.narrowing(filter),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ processing_count }) => processing_count > 0) ? processingPoll : false,
  });
}

export function useVisit(id: string) {
  return useQuery({
    queryKey: visitKeys.one(id),
    queryFn: ({ signal }) => call("GET /api/visits/{id}", { params: { id } }, { signal }),
    refetchInterval: (query) =>
      query.state.data?.rooms.some(({ picture }) => picture.state === "processing") ? processingPoll : false,
  });
}

/** Refreshes after a change of a visit or its rooms: lists, counts and pictures of visits and of projects. */
export function useRefreshVisits() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: visitKeys.all }),
      client.invalidateQueries({ queryKey: ["projects"] }),
    ]);
}

export function useEditVisit(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/visits/{id}"> }) =>
      call("PUT /api/visits/{id}", { params: { id }, body }, quiet),
    onSuccess: (visit) => {
      client.setQueryData(visitKeys.one(key), visit);
      return client.invalidateQueries({ queryKey: visitKeys.lists });
    },
  });
}

export function useDeleteVisit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/visits/{id}", { params: { id } }, quiet),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: visitKeys.lists });
      void client.invalidateQueries({ queryKey: ["projects"] });
    },
  });
}

export function useEditRoom(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<"PUT /api/rooms/{id}"> }) =>
      call("PUT /api/rooms/{id}", { params: { id }, body }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: visitKeys.one(key) }),
  });
}

export function useDeleteRoom(key: string) {
  const client = useQueryClient();
  const refresh = useRefreshVisits();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/rooms/{id}", { params: { id } }, quiet),
    onSuccess: (_, id) => {
      client.setQueryData<Visit>(visitKeys.one(key), (visit) =>
        visit === undefined ? visit : { ...visit, rooms: visit.rooms.filter((room) => room.id !== id) },
      );
      void refresh();
    },
  });
}

/** Shows rooms in a new order optimistically; the server's next answer replaces it. */
export function useShowOrder(key: string) {
  const client = useQueryClient();
  return (rooms: readonly Room[]) =>
    client.setQueryData<Visit>(visitKeys.one(key), (visit) =>
      visit === undefined ? visit : { ...visit, rooms: [...rooms] },
    );
}
