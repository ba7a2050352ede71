import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";

export const activityPerPage = 25;

/** An account with the newest of what its owner has done. */
export function useProfile(id: number) {
  return useQuery({
    queryKey: ["users", "profile", id],
    queryFn: ({ signal }) => call("GET /api/users/{id}/profile", { params: { id } }, { signal }),
  });
}

/** Everything he has done, page by page; asked for only when somebody wants to see it all. */
export function useActivity(id: number, page: number | null) {
  return useQuery({
    queryKey: ["users", "activity", id, page],
    enabled: page !== null,
    queryFn: ({ signal }) =>
      call(
        "GET /api/users/{id}/activity-logs",
        { params: { id }, query: { page: page ?? 1, per_page: activityPerPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** What everybody may see of a person. */
export function usePublicProfile(code: string) {
  return useQuery({
    queryKey: ["users", "public", code],
    queryFn: ({ signal }) => call("GET /api/users/code/{code}", { params: { code } }, { signal }),
  });
}
