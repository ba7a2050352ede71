import { useQuery } from "@tanstack/react-query";
import { call } from "#web/lib/client.ts";

/** Milliseconds between two looks while a picture is in the making. */
const processingPoll = 5000;

export function useRecentProjects() {
  return useQuery({
    queryKey: ["projects", "recent"],
    queryFn: ({ signal }) => call("GET /api/projects/recent", {}, { signal, toast: false }),
  });
}

export function useLatestVisits() {
  return useQuery({
    queryKey: ["visits", "list", { of: "dashboard" }],
    queryFn: ({ signal }) =>
      call("GET /api/visits", { query: { per_page: 6, sort: "date" } }, { signal, toast: false }),
    select: ({ items }) => items,
    refetchInterval: (query) =>
      query.state.data?.items.some(({ processing_count }) => processing_count > 0) ? processingPoll : false,
  });
}
