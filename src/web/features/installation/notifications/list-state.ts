import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Address, listAddress, oneOf } from "#web/lib/list-state.ts";
import { everything, type ListFilter } from "./news.ts";
import { kinds } from "./notification.ts";

/** The filter in an address: `?read=unread&kind=visit_created`; invalid values are ignored. */
export function readFilter(address: Address): ListFilter {
  return {
    read: oneOf(["unread", "read"], address["read"]) ?? null,
    kind: oneOf(kinds, address["kind"]) ?? null,
  };
}

/** The filter is stored in the address. */
export function useFilter(): [ListFilter, (change: Partial<ListFilter>) => void] {
  const filter = readFilter(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<ListFilter>) => {
    const search = listAddress({ ...filter, ...next }, everything);
    void navigate({ to: ".", search, replace: true, resetScroll: false });
  };
  return [filter, change];
}
