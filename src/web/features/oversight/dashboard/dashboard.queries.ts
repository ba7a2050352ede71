import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { useChannels } from "#web/lib/realtime.ts";
import { useSignedInUser } from "#web/lib/session.ts";
import { useGathered } from "#web/lib/use-gathered.ts";
import { whenSettled } from "#web/lib/when-idle.ts";

/** Poll interval while a picture is being processed or storage is summed, in milliseconds. */
const processingPoll = 5000;
/** Poll interval of cameras and channels while the screen is visible, in milliseconds. */
const statePoll = 60_000;

export type Glance = Output<"GET /api/dashboard">;
export type Changes = Output<"GET /api/dashboard/changes">;

export function useRecentProjects() {
  return useQuery({
    queryKey: ["projects", "recent"],
    queryFn: ({ signal }) => call("GET /api/projects/recent", {}, { signal }),
  });
}

export function useLatestVisits() {
  return useQuery({
    queryKey: ["visits", "list", { of: "dashboard" }],
    queryFn: ({ signal }) => call("GET /api/visits", { query: { per_page: 5, sort: "date" } }, { signal }),
    select: ({ items }) => items,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ processing_count }) => processing_count > 0) ? processingPoll : false,
  });
}

export function useGlance() {
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => call("GET /api/dashboard", {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.storage.used === null ? processingPoll : statePoll),
  });
}

/** Keeps the figures current: refreshes once for all channels when snags are created, assigned or closed. */
export function useGlanceNews(channels: readonly string[]): void {
  const client = useQueryClient();
  const refresh = useGathered(() => void client.invalidateQueries({ queryKey: ["dashboard"] }));
  useChannels(channels, { "snag.changed": refresh, "new-notification": refresh }, refresh);
}

/**
 * Loads other users' changes since the last visit. Requested once: returning from another screen shows the same, and
 * the next page load shows what came after.
 */
export function useChanges() {
  const { is_demo: isDemo } = useSignedInUser();
  const changes = useQuery({
    queryKey: ["dashboard-changes"],
    queryFn: ({ signal }) => call("GET /api/dashboard/changes", {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const { data, dataUpdatedAt } = changes;
  // The demo account is shared: what one user has seen is new to the next.
  const isToTell = data !== undefined && !isDemo;
  useEffect(() => {
    if (!isToTell || told === dataUpdatedAt) return;
    told = dataUpdatedAt;
    void tellSeen(data, dataUpdatedAt);
  }, [isToTell, data, dataUpdatedAt]);
  return changes;
}

/** Timestamp of the answer that was last reported as seen. */
let told = 0;

/** Uses the time of the newest change where this browser's clock is behind; the server accepts no time in the future. */
async function tellSeen({ items }: Changes, at: number): Promise<void> {
  await whenSettled();
  const newest = Date.parse(items[0]?.created_at ?? "");
  const until = new Date(Math.max(at, Number.isNaN(newest) ? 0 : newest)).toISOString();
  // A failed report is repeated with the next load: the user sees the same change twice.
  await call("PUT /api/dashboard/seen", { body: { until } }, quiet).catch(() => undefined);
}
