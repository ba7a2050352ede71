import { useNavigate, useParams } from "@tanstack/react-router";
import { visitSorts } from "#contract/choices.ts";
import { type Address, listAddress, oneOf, pageOf, searchOf, useListAddress } from "#web/lib/list-state.ts";
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
export function readListState(address: Address): VisitListState {
  return {
    search: searchOf(address),
    starred: address["starred"] === 1,
    sort: oneOf(visitSorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
    view: oneOf(["grid", "table"], address["view"]) ?? plainList.view,
  };
}

export const writeListState = (state: VisitListState) => listAddress(state, plainList);

export interface VisitListAddress {
  readonly state: VisitListState;
  /** What the path names as the project, unread: anybody can write an address. */
  readonly project: string | null;
  change(next: Partial<VisitListState>): void;
  /** The same list of another project, or of all. */
  choose(project: number | null): void;
}

export function useVisitList(): VisitListAddress {
  const [state, change] = useListAddress(readListState, writeListState);
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    state,
    project: id ?? null,
    change,
    choose(project) {
      const search = writeListState({ ...state, page: 1 });
      const to = project === null ? "/visits" : `/visits/${project}`;
      void navigate({ to, search, resetScroll: false });
    },
  };
}
