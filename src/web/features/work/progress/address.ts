import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { positive } from "#web/lib/list-state.ts";

/** State of the screen in the address. */
export interface ProgressAddress {
  /** Shows the progress as of this day; null for today. */
  readonly until: string | null;
  /** The two compared visits, and the room; null for the first and the last. */
  readonly before: number | null;
  readonly after: number | null;
  readonly room: number | null;
}

export function readAddress(search: Readonly<Record<string, unknown>>): ProgressAddress {
  const { until } = search;
  const isDay =
    typeof until === "string" && /^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until));
  return {
    until: isDay ? until : null,
    before: positive(search["before"]),
    after: positive(search["after"]),
    room: positive(search["room"]),
  };
}

export const writeAddress = (address: ProgressAddress): Record<string, string | number> =>
  Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null));

export function useProgressAddress() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const address = readAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  return {
    /** The project in the path; null where there is none. */
    project: id === undefined ? null : positive(id),
    isNamed: id !== undefined,
    address,
    change(next: Partial<ProgressAddress>): void {
      const search = writeAddress({ ...address, ...next });
      void navigate({ to: ".", search: search as never, replace: true, resetScroll: false });
    },
    /** Another project, as of today. */
    choose(project: number, isReplaced = false): void {
      void navigate({ to: `/progress/${project}`, replace: isReplaced, resetScroll: false });
    },
  };
}
