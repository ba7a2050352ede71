import { useNavigate, useSearch } from "@tanstack/react-router";
import { projectSorts } from "#contract/projects.ts";
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

const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((choice) => choice === value);

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Readonly<Record<string, unknown>>): ProjectListState {
  const page = Number(address["page"]);
  return {
    search:
      typeof address["search"] === "string" || typeof address["search"] === "number"
        ? String(address["search"])
        : "",
    status: oneOf(statuses, address["status"]) ?? null,
    starred: address["starred"] === 1,
    sort: oneOf(projectSorts, address["sort"]) ?? plainList.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    view: oneOf(["grid", "table"], address["view"]) ?? plainList.view,
  };
}

/** The address of a list; what is as always is left out, so that a shared address is short. */
export function writeListState(state: ProjectListState): Record<string, string | number> {
  return {
    ...(state.search !== "" && { search: state.search }),
    ...(state.status !== null && { status: state.status }),
    ...(state.starred && { starred: 1 }),
    ...(state.sort !== plainList.sort && { sort: state.sort }),
    ...(state.page !== 1 && { page: state.page }),
    ...(state.view !== plainList.view && { view: state.view }),
  };
}

/** The list's state lives in the address. A change of what is listed starts at its first page. */
export function useListState(): [ProjectListState, (change: Partial<ProjectListState>) => void] {
  const state = readListState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<ProjectListState>) => {
    const search = writeListState({ ...state, page: 1, ...next });
    void navigate({ to: ".", search, replace: true, resetScroll: "page" in next });
  };
  return [state, change];
}
