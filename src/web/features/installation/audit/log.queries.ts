import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { logParts } from "#contract/choices.ts";
import { call, type Output } from "#web/lib/client.ts";

export type LogPart = (typeof logParts)[number];

export interface LogFilter {
  /** The part of the log: all actions, downloads, or views. */
  readonly part: LogPart;
  readonly search: string;
  readonly user: number | null;
  readonly project: number | null;
  /** Kind of the subject: `visit`; or a single action: `visit.created`. */
  readonly action: string | null;
  /** Calendar days, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
}

export type ListedLog = Output<"GET /api/activity">;

export const entriesPerPage = 50;

/** The filter for the server, also for the table to download. */
export const wireFilter = ({ part, search, user, project, action, from, to }: LogFilter) => ({
  ...(part !== "done" && { part }),
  ...(search !== "" && { search }),
  ...(user !== null && { id_user: user }),
  ...(project !== null && { id_project: project }),
  ...(action !== null && { action }),
  ...(from !== null && { from }),
  ...(to !== null && { to }),
});

export function useLog(filter: LogFilter) {
  return useQuery({
    queryKey: ["activity-log", filter],
    queryFn: ({ signal }) =>
      call(
        "GET /api/activity",
        { query: { page: filter.page, per_page: entriesPerPage, ...wireFilter(filter) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // A user who returns here expects the entries that came in between.
    staleTime: 0,
  });
}
