import { invoiceStatuses } from "#contract/choices.ts";
import {
  type Address,
  listAddress,
  oneOf,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";
import type { InvoiceFilter, InvoiceSort } from "./invoices.queries.ts";

export const statuses = invoiceStatuses;
export const sorts = ["issued", "due", "total", "number", "status"] as const satisfies readonly InvoiceSort[];
/** No bill was written before; the newest is this year's. */
const firstYear = 2020;
const lastYear = 2200;

export const plainList: InvoiceFilter = {
  search: "",
  user: null,
  status: null,
  overdue: false,
  year: null,
  sort: "issued",
  page: 1,
};

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): InvoiceFilter {
  const year = positive(address["year"]);
  return {
    search: searchOf(address),
    user: positive(address["user"]),
    status: oneOf(statuses, address["status"]) ?? null,
    overdue: Number(address["overdue"]) === 1,
    year: year !== null && year >= firstYear && year <= lastYear ? year : null,
    sort: oneOf(sorts, address["sort"]) ?? plainList.sort,
    page: pageOf(address),
  };
}

export const isNarrowed = (state: InvoiceFilter): boolean =>
  JSON.stringify({ ...state, sort: plainList.sort, page: 1 }) !== JSON.stringify(plainList);

/** Years to choose from, newest first; older ones by the address. */
export const yearsUpTo = (now: number): number[] =>
  Array.from({ length: 6 }, (_, back) => now - back).filter((year) => year >= firstYear);

export const useListState = () => useListAddress(readListState, (state) => listAddress(state, plainList));
