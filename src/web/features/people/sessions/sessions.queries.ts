import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type Output, quiet } from "#web/lib/client.ts";
import type { SessionListState } from "./list-state.ts";

export type Analytics = Output<"GET /api/admin/sessions/analytics">;
export type AdminSession = Output<"GET /api/admin/sessions">["items"][number];

/** All session queries share the prefix `all`, the user's own included. */
export const sessionKeys = {
  all: ["sessions"],
  own: ["sessions", "own"],
  devices: ["sessions", "devices"],
  alerts: ["sessions", "alerts"],
  analytics: ["sessions", "analytics"],
  lists: ["sessions", "list"],
  list: (state: SessionListState) => ["sessions", "list", state],
} as const;

export const sessionsPerPage = 25;
/** Refetch interval of current figures while they are on screen, in milliseconds. */
const fresh = 60_000;

const hours = { day: 24, week: 7 * 24, month: 30 * 24 } as const;

/** Start and end of a period; an open end is left out. */
function timesOf({ period, from, to }: SessionListState): { from?: string; to?: string } {
  if (period === null) return {};
  if (period === "custom") return { ...(from !== null && { from }), ...(to !== null && { to }) };
  return { from: new Date(Date.now() - hours[period] * 3_600_000).toISOString() };
}

export function useSessions(state: SessionListState) {
  return useQuery({
    queryKey: sessionKeys.list(state),
    queryFn: ({ signal }) =>
      call(
        "GET /api/admin/sessions",
        {
          query: {
            page: state.page,
            per_page: sessionsPerPage,
            ...(state.search !== "" && { search: state.search }),
            ...(state.user !== null && { id_user: state.user }),
            ...(state.state !== null && { active: state.state === "active" ? (1 as const) : (0 as const) }),
            ...timesOf(state),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: fresh,
  });
}

export function useAnalytics() {
  return useQuery({
    queryKey: sessionKeys.analytics,
    queryFn: ({ signal }) => call("GET /api/admin/sessions/analytics", {}, { signal }),
    refetchInterval: fresh,
  });
}

export function useForceLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) =>
      call("DELETE /api/admin/sessions/{id}/force-logout", { params: { id } }, quiet),
    // Also when it was refused: the session may have ended already.
    onSettled: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
}

export function useOwnSessions() {
  return useQuery({
    queryKey: sessionKeys.own,
    queryFn: ({ signal }) => call("GET /api/sessions", {}, { signal }),
    refetchInterval: fresh,
  });
}

export function useDevices() {
  return useQuery({
    queryKey: sessionKeys.devices,
    queryFn: ({ signal }) => call("GET /api/sessions/devices", {}, { signal }),
  });
}

export function useAlerts() {
  return useQuery({
    queryKey: sessionKeys.alerts,
    queryFn: ({ signal }) => call("GET /api/sessions/alerts", {}, { signal }),
  });
}

export function useRevoke() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call("DELETE /api/sessions/{id}", { params: { id } }, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
}

export function useRevokeOthers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /api/sessions/revoke-all", {}, quiet),
    onSettled: () => client.invalidateQueries({ queryKey: sessionKeys.all }),
  });
}
