import { type Address, listAddress, oneOf, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import type { UserFilter } from "./users.queries.ts";

export const roles = ["user", "administrator", "super_admin"] as const;
export const states = ["active", "invited", "unconfirmed", "locked"] as const;
export const sorts = ["name", "created", "seen", "role"] as const;

export const plainList: UserFilter = { search: "", role: null, state: null, sort: "name", page: 1 };

/** The list as an address describes it; whatever makes no sense there counts as not said. */
function readListState(address: Address): UserFilter {
  return {
    search: searchOf(address),
    role: oneOf(roles, address["role"]) ?? null,
    state: oneOf(states, address["state"]) ?? null,
    sort: oneOf(sorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
  };
}

export const useListState = () => useListAddress(readListState, (state) => listAddress(state, plainList));
