import { useNavigate, useParams } from "@tanstack/react-router";
import { type Address, useListAddress } from "./list-state.ts";

interface Paged {
  readonly page: number;
  readonly view: string;
}

interface PagedList<T extends Paged> {
  readonly plain: T;
  readonly read: (address: Address) => T;
  readonly write: (state: T) => Record<string, string | number>;
}

export interface ListInProject<T extends Paged> {
  readonly state: T;
  /** The project segment of the path, unparsed: a URL can contain anything. */
  readonly project: string | null;
  change(next: Partial<T>): void;
  /** Switches to the same list of another project, or of all. */
  choose(project: number | null): void;
  /** Clears the constraint that hides records: the project, else the filters. Sort order and view stay. */
  clear(): void;
}

/** A list whose path can name a project: `/visits/7`. */
export function useListInProject<T extends Paged>(
  path: "/visits" | "/videos",
  { plain, read, write }: PagedList<T>,
): ListInProject<T> {
  const [state, change] = useListAddress(read, write);
  const { id } = useParams({ strict: false });
  const navigate = useNavigate();
  const choose = (project: number | null) => {
    const search = write({ ...state, page: 1 });
    const to = project === null ? path : `${path}/${project}`;
    void navigate({ to, search, resetScroll: false });
  };
  return {
    state,
    project: id ?? null,
    change,
    choose,
    clear: () => (id === undefined ? change({ ...plain, view: state.view }) : choose(null)),
  };
}
