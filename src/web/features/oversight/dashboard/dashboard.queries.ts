import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call, type Output, quiet } from "#web/lib/client.ts";
import { useChannel } from "#web/lib/realtime.ts";
import { useSignedInUser } from "#web/lib/session.ts";

/** Milliseconds between two looks while a picture is in the making. */
const processingPoll = 5000;
/** Milliseconds between two looks at cameras and channels, while the screen is in sight. */
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
    refetchInterval: statePoll,
  });
}

/** Keeps the figures as they are: snags of a project that are created, assigned or closed show at once. */
export function useGlanceNews(channel: string): void {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: ["dashboard"] });
  useChannel(channel, { "snag.changed": refresh, "new-notification": refresh }, refresh);
}

/**
 * What others did since this person was last here. It is asked for once: whoever comes back from another screen finds
 * it as it was, and the next page that is opened tells what came after.
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
  // Everybody has the same demo account: what one has seen is new to the next.
  const isToTell = data !== undefined && !isDemo;
  useEffect(() => {
    if (!isToTell || told === dataUpdatedAt) return;
    told = dataUpdatedAt;
    void tellSeen(data, dataUpdatedAt);
  }, [isToTell, data, dataUpdatedAt]);
  return changes;
}

/** Of which answer the server was told that it was seen. */
let told = 0;

/** By the clock of the newest change where this machine's is behind; the server lets nothing be seen ahead of time. */
async function tellSeen({ items }: Changes, at: number): Promise<void> {
  const newest = Date.parse(items[0]?.created_at ?? "");
  const until = new Date(Math.max(at, Number.isNaN(newest) ? 0 : newest)).toISOString();
  // Not told, it is told with the next look: somebody reads of the same change twice.
  await call("PUT /api/dashboard/seen", { body: { until } }, quiet).catch(() => undefined);
}
