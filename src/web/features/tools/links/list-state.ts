import {
  type Address,
  listAddress,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";
import type { LinkFilter } from "../tools.queries.ts";

export const allLinks: LinkFilter = { search: "", project: null, troubled: false, page: 1 };

/** The list as an address describes it; whatever makes no sense there counts as not said. */
const read = (address: Address): LinkFilter => ({
  search: searchOf(address),
  project: positive(address["project"]),
  troubled: address["troubled"] === 1,
  page: pageOf(address),
});

export const useLinkList = () => useListAddress(read, (state: LinkFilter) => listAddress(state, allLinks));
