import { useNavigate, useParams } from "@tanstack/react-router";
import { type Address, useListAddress } from "./list-state.ts";

interface PagedList<T extends { readonly page: number }> {
  readonly read: (address: Address) => T;
  readonly write: (state: T) => Record<string, string | number>;
}

export interface ListInProject<T extends { readonly page: number }> {
  readonly state: T;
  /** What the path names as the project, unread: anybody can write an address. */
  readonly project: string | null;
  change(next: Partial<T>): void;
  /** The same list of another project, or of all. */
  choose(project: number | null): void;
}

/** A list whose path may name a project: `/visits/7`. */
export function useListInProject<T extends { readonly page: number }>(
  path: "/visits" | "/videos",
  { read, write }: PagedList<T>,
): ListInProject<T> {
  const [state, change] = useListAddress(read, write);
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  return {
    state,
    project: id ?? null,
    change,
    choose(project) {
      const search = write({ ...state, page: 1 });
      const to = project === null ? path : `${path}/${project}`;
      void navigate({ to, search, resetScroll: false });
    },
  };
}
