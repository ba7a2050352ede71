import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { logParts } from "#contract/choices.ts";
import { call } from "#web/lib/client.ts";

export type LogPart = (typeof logParts)[number];

export interface LogFilter {
  /** What the log is read for: all that was done, what left the house, or who looked at what. */
  readonly part: LogPart;
  readonly search: string;
  readonly user: number | null;
  readonly project: number | null;
  /** What things were done to: `visit`; or one thing that is done: `visit.created`. */
  readonly action: string | null;
  /** Days of the calendar, both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
}

export const entriesPerPage = 50;

/** What the server is asked for, also for the table to keep. */
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
    // Whoever looks here again wants to know what came in between.
    staleTime: 0,
  });
}
