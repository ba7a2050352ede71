import { projectSorts } from "#contract/choices.ts";
import { type Address, listAddress, oneOf, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
import { statuses } from "./project-status.tsx";
import type { ProjectFilter } from "./projects.queries.ts";

export interface ProjectListState extends ProjectFilter {
  readonly view: "grid" | "table";
}

export const plainList: ProjectListState = {
  search: "",
  status: null,
  starred: false,
  sort: "updated",
  page: 1,
  view: "grid",
};

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): ProjectListState {
  return {
    search: searchOf(address),
    status: oneOf(statuses, address["status"]) ?? null,
    starred: address["starred"] === 1,
    sort: oneOf(projectSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view: oneOf(["grid", "table"], address["view"]) ?? plainList.view,
  };
}

export const writeListState = (state: ProjectListState) => listAddress(state, plainList);

export const useListState = () => useListAddress(readListState, writeListState);
