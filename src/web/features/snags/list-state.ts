import { snagPriorities, snagSorts, snagStatuses } from "#contract/choices.ts";
import {
  type Address,
  listAddress,
  oneOf,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";
import { recall, remember, storageKeys } from "#web/lib/storage.ts";
import type { SnagNarrowing, SnagSort } from "./snags.queries.ts";

export const snagViews = ["board", "list", "plan"] as const;
export type SnagView = (typeof snagViews)[number];

export interface SnagListState extends SnagNarrowing {
  readonly sort: SnagSort;
  readonly page: number;
  readonly view: SnagView;
  /** The plan that is looked at; null for the project's first. */
  readonly id_sheet: number | null;
}

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

export const plainList: SnagListState = {
  ...allSnags,
  sort: "number",
  page: 1,
  view: "board",
  id_sheet: null,
};

/** Several of the choices, written `a,b`; what is none of them is left out. */
function someOf<const T extends string>(choices: readonly T[], value: unknown): readonly T[] {
  const named = typeof value === "string" ? value.split(",") : [];
  return choices.filter((choice) => named.includes(choice));
}

/**
 * The list as an address describes it; whatever makes no sense there counts as not said. An address that names no
 * view shows the one this browser was left in.
 */
export function readSnagState(address: Address): SnagListState {
  const { trade } = address;
  return {
    search: searchOf(address),
    id_project: positive(address["id_project"]),
    status: someOf(snagStatuses, address["status"]),
    priority: someOf(snagPriorities, address["priority"]),
    trade: typeof trade === "string" || typeof trade === "number" ? String(trade) : "",
    id_assignee: positive(address["id_assignee"]),
    mine: Number(address["mine"]) === 1,
    overdue: Number(address["overdue"]) === 1,
    sort: oneOf(snagSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view:
      oneOf(snagViews, address["view"]) ?? oneOf(snagViews, recall(storageKeys.snagsView)) ?? plainList.view,
    id_sheet: positive(address["id_sheet"]),
  };
}

export function writeSnagState({
  status,
  priority,
  ...state
}: SnagListState): Record<string, string | number> {
  const texts = { status: status.join(","), priority: priority.join(",") };
  // The view is always told: a shared address shows the same to whoever was left in another one.
  const plain = { ...plainList, status: "", priority: "", view: "" };
  return listAddress({ ...state, ...texts }, plain as never);
}

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
