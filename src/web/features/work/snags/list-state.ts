import { snagPriorities, snagSorts, snagStatuses } from "#contract/choices.ts";
import { several } from "#web/lib/list-fields.ts";
import { choice, flag, listState, record, remembered, text, useListAddress } from "#web/lib/list-state.ts";
import { remember, storageKeys } from "#web/lib/storage.ts";
import type { SnagNarrowing } from "./snags.queries.ts";

export const snagViews = ["board", "list", "plan"] as const;
export type SnagView = (typeof snagViews)[number];

export type SnagListState = typeof snagList.plain;

/** Narrowed by nothing. */
export const allSnags: SnagNarrowing = {
  search: "",
  id_project: null,
  status: [],
  priority: [],
  trade: "",
  id_assignee: null,
  mine: false,
  overdue: false,
};

/**
 * `id_sheet` is the plan that is looked at, null for the project's first. An address that names no view shows the one
 * this browser was left in.
 */
const snagList = listState<"GET /api/annotations">()({
  search: text,
  id_project: record,
  status: several(snagStatuses),
  priority: several(snagPriorities),
  trade: text,
  id_assignee: record,
  mine: flag,
  overdue: flag,
  sort: choice(snagSorts, "number"),
  view: remembered(choice(snagViews, "board"), storageKeys.snagsView),
  id_sheet: record,
});
export const { read: readSnagState } = snagList;

/** The view is always told: a shared address shows the same to whoever was left in another one. */
export const writeSnagState = (state: SnagListState) => ({ ...snagList.write(state), view: state.view });

/** How many filters are on; the search is no filter, it stands in its field, and the project beside it. */
export function countFilters(by: SnagNarrowing): number {
  const flags = [by.mine, by.overdue, by.trade !== "", by.id_assignee !== null];
  return flags.filter(Boolean).length + by.status.length + by.priority.length;
}

export function useSnagState(): [SnagListState, (change: Partial<SnagListState>) => void] {
  const [state, change] = useListAddress(readSnagState, writeSnagState);
  return [
    state,
    (next) => {
      if (next.view !== undefined) remember(storageKeys.snagsView, next.view);
      // People, trades and plans are those of a project.
      const others =
        next.id_project === undefined || next.id_project === state.id_project
          ? {}
          : { trade: "", id_assignee: null, id_sheet: null };
      change({ ...others, ...next });
    },
  ];
}
