import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";

export const activityPerPage = 25;

/** Loads an account with its newest actions. */
export function useProfile(id: number) {
  return useQuery({
    queryKey: ["users", "profile", id],
    queryFn: ({ signal }) => call("GET /api/users/{id}/profile", { params: { id } }, { signal }),
  });
}

/** Loads all actions of a user, page by page, and only on demand. */
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

/** Loads the public data of a user. */
export function usePublicProfile(code: string) {
  return useQuery({
    queryKey: ["users", "public", code],
    queryFn: ({ signal }) => call("GET /api/users/code/{code}", { params: { code } }, { signal }),
  });
}
