import { snagPriorities, snagSorts, snagStatuses } from "#contract/choices.ts";
import { several } from "#web/lib/list-fields.ts";
import { choice, flag, listState, record, remembered, text, useListAddress } from "#web/lib/list-state.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import type { SnagNarrowing } from "./snags.queries.ts";

export const snagViews = ["board", "list", "plan"] as const;
export type SnagView = (typeof snagViews)[number];

export type SnagListState = typeof snagList.plain;

/** Without any filter. */
export const allSnags: SnagNarrowing = {
  search: "",
  id_project: null,
  status: [],
  priority: [],
  trade: "",
  id_assignee: null,
  id_crew: null,
  mine: false,
  overdue: false,
};

/**
 * `id_sheet` is the selected floor plan, null for the project's first. An address without a view uses the last one of
 * this browser.
 */
const snagList = listState<"GET /api/annotations">()({
  search: text,
  id_project: record,
  status: several(snagStatuses),
  priority: several(snagPriorities),
  trade: text,
  id_assignee: record,
  id_crew: record,
  mine: flag,
  overdue: flag,
  sort: choice(snagSorts, "number"),
  view: remembered(choice(snagViews, "board"), storageKeys.snagsView),
  id_sheet: record,
});
export const { read: readSnagState } = snagList;

/** The view is always included: a shared address shows the same to a user with another last view. */
export const writeSnagState = (state: SnagListState) => ({ ...snagList.write(state), view: state.view });

/** Number of active filters; the search and the project are not counted, since they are visible in their fields. */
export function countFilters(by: SnagNarrowing): number {
  const flags = [by.mine, by.overdue, by.trade !== "", by.id_assignee !== null, by.id_crew !== null];
  return flags.filter(Boolean).length + by.status.length + by.priority.length;
}

export function useSnagState(): [SnagListState, (change: Partial<SnagListState>) => void] {
  const [state, change] = useListAddress(readSnagState, writeSnagState);
  return [
    state,
    (next) => {
      if (next.view !== undefined) remember(storageKeys.snagsView, next.view);
      // People, crews, trades and floor plans belong to a project.
      const others =
        next.id_project === undefined || next.id_project === state.id_project
          ? {}
          : { trade: "", id_assignee: null, id_crew: null, id_sheet: null };
      change({ ...others, ...next });
    },
  ];
}
