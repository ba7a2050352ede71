import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { MatchUndo } from "#contract/tour.ts";
import { call, quiet } from "#web/lib/client.ts";
import { visitKeys } from "../visits.queries.ts";

/** A decision on a room: the room of the other visit at the same spot, or that there is none. */
export type Decision =
  | { readonly id_room: number; readonly decision: "same"; readonly id_target_room: number }
  | { readonly id_room: number; readonly decision: "different" };

/** Below `visits`: invalidated with rooms that change elsewhere. */
const key = (visit: string | number, other: number | null) =>
  [...visitKeys.all, "matches", String(visit), other] as const;

export function useMatches(visit: string | number, other: number | null, isEnabled = true) {
  return useQuery({
    queryKey: key(visit, other),
    enabled: isEnabled,
    queryFn: ({ signal }) =>
      call(
        "GET /api/visits/{id}/matches",
        { params: { id: Number(visit) }, query: other === null ? {} : { with: other } },
        { signal },
      ),
  });
}

export function useDecide(visit: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id_visit, rooms }: { id_visit: number; rooms: readonly Decision[] }) =>
      call(
        "PUT /api/visits/{id}/matches",
        { params: { id: visit }, body: { id_visit, rooms: [...rooms] } },
        quiet,
      ),
    onSettled: () => client.invalidateQueries({ queryKey: [...visitKeys.all, "matches"] }),
  });
}

export function useTakeBack(visit: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: MatchUndo) =>
      call("POST /api/visits/{id}/matches/undo", { params: { id: visit }, body }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: [...visitKeys.all, "matches"] }),
  });
}
