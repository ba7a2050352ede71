import { useNavigate, useSearch } from "@tanstack/react-router";
import type { UserFilter } from "./users.queries.ts";

export const roles = ["user", "administrator", "super_admin"] as const;
export const states = ["active", "invited", "unconfirmed", "locked"] as const;
export const sorts = ["name", "created", "seen", "role"] as const;

export const plainList: UserFilter = { search: "", role: null, state: null, sort: "name", page: 1 };

const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((choice) => choice === value);

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Readonly<Record<string, unknown>>): UserFilter {
  const page = Number(address["page"]);
  const search = address["search"];
  return {
    search: typeof search === "string" || typeof search === "number" ? String(search) : "",
    role: oneOf(roles, address["role"]) ?? null,
    state: oneOf(states, address["state"]) ?? null,
    sort: oneOf(sorts, address["sort"]) ?? plainList.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

function writeListState(state: UserFilter): Record<string, string | number> {
  return {
    ...(state.search !== "" && { search: state.search }),
    ...(state.role !== null && { role: state.role }),
    ...(state.state !== null && { state: state.state }),
    ...(state.sort !== plainList.sort && { sort: state.sort }),
    ...(state.page !== 1 && { page: state.page }),
  };
}

/** The list's state lives in the address. A change of what is listed starts at its first page. */
export function useListState(): [UserFilter, (change: Partial<UserFilter>) => void] {
  const state = readListState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<UserFilter>) => {
    const search = writeListState({ ...state, page: 1, ...next });
    void navigate({ to: ".", search: search as never, replace: true, resetScroll: "page" in next });
  };
  return [state, change];
}
