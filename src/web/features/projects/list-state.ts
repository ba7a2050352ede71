import { projectRoles, projectSorts } from "#contract/choices.ts";
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
import { statuses } from "./project-status.tsx";
import type { ProjectFilter, ProjectNarrowing } from "./projects.queries.ts";

const views = ["grid", "table", "map"] as const;
export type ProjectView = (typeof views)[number];

export interface ProjectListState extends ProjectFilter {
  readonly view: ProjectView;
}

/** Narrowed by nothing. */
export const allProjects: ProjectNarrowing = {
  search: "",
  status: null,
  starred: false,
  role: null,
  active: null,
  validated: null,
  id_category: null,
  id_type: null,
};

export const plainList: ProjectListState = { ...allProjects, sort: "updated", page: 1, view: "grid" };

const flagOf = (value: unknown) => (value === 1 ? true : value === 0 ? false : null);

/**
 * The list as an address describes it; whatever makes no sense there counts as not said. An address that names no
 * view shows the one this browser was left in.
 */
export function readListState(address: Address): ProjectListState {
  return {
    search: searchOf(address),
    status: oneOf(statuses, address["status"]) ?? null,
    starred: address["starred"] === 1,
    role: oneOf(projectRoles, address["role"]) ?? null,
    active: flagOf(address["active"]),
    validated: flagOf(address["validated"]),
    id_category: positive(address["id_category"]),
    id_type: positive(address["id_type"]),
    sort: oneOf(projectSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view: oneOf(views, address["view"]) ?? oneOf(views, recall(storageKeys.projectsView)) ?? plainList.view,
  };
}

export const writeListState = (state: ProjectListState) => listAddress(state, plainList);

/** How many filters are on; the search is no filter, it stands in its field. */
export function countFilters(by: ProjectNarrowing): number {
  const names = Object.keys(allProjects) as (keyof ProjectNarrowing)[];
  return names.filter((name) => name !== "search" && by[name] !== allProjects[name]).length;
}

export function useListState(): [ProjectListState, (change: Partial<ProjectListState>) => void] {
  const [state, change] = useListAddress(readListState, writeListState);
  return [
    state,
    (next) => {
      if (next.view !== undefined) remember(storageKeys.projectsView, next.view);
      change(next);
    },
  ];
}
