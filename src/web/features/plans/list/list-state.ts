import { type Address, listAddress, oneOf, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import type { PlanFilter } from "../plans.queries.ts";

export const sorts = ["price", "name", "subscribers", "created"] as const;

export const plainList: PlanFilter = { search: "", active: null, sort: "price", page: 1 };

/** The list as an address describes it; whatever makes no sense there counts as not said. */
function readListState(address: Address): PlanFilter {
  const { active } = address;
  return {
    search: searchOf(address),
    active: active === 1 ? true : active === 0 ? false : null,
    sort: oneOf(sorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
  };
}

export const useListState = () => useListAddress(readListState, (state) => listAddress(state, plainList));
