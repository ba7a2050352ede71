import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { visitSorts } from "#contract/visits.ts";
import type { VisitSort } from "./visits.queries.ts";

export interface VisitListState {
  readonly search: string;
  readonly starred: boolean;
  readonly sort: VisitSort;
  readonly page: number;
  readonly view: "grid" | "table";
}

export const plainList: VisitListState = { search: "", starred: false, sort: "date", page: 1, view: "grid" };

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Readonly<Record<string, unknown>>): VisitListState {
  const { search, starred, sort, view } = address;
  const page = Number(address["page"]);
  return {
    search: typeof search === "string" || typeof search === "number" ? String(search) : "",
    starred: starred === 1,
    sort: visitSorts.find((choice) => choice === sort) ?? plainList.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    view: view === "table" ? "table" : "grid",
  };
}

/** The address of a list; what is as always is left out, so that a shared address is short. */
export function writeListState(state: VisitListState): Record<string, string | number> {
  return {
    ...(state.search !== "" && { search: state.search }),
    ...(state.starred && { starred: 1 }),
    ...(state.sort !== plainList.sort && { sort: state.sort }),
    ...(state.page !== 1 && { page: state.page }),
    ...(state.view !== plainList.view && { view: state.view }),
  };
}

export interface VisitListAddress {
  readonly state: VisitListState;
  /** What the path names as the project, unread: anybody can write an address. */
  readonly project: string | null;
  change(next: Partial<VisitListState>): void;
  /** The same list of another project, or of all. */
  choose(project: number | null): void;
}

/** The list's state lives in the address. A change of what is listed starts at its first page. */
export function useVisitList(): VisitListAddress {
  const state = readListState(useSearch({ strict: false }));
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    state,
    project: id ?? null,
    change(next) {
      const search = writeListState({ ...state, page: 1, ...next });
      void navigate({ to: ".", search, replace: true, resetScroll: "page" in next });
    },
    choose(project) {
      const search = writeListState({ ...state, page: 1 });
      const to = project === null ? "/visits" : `/visits/${project}`;
      void navigate({ to, search, resetScroll: false });
    },
  };
}
