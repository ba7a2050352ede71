import {
  type Address,
  listAddress,
  oneOf,
  pageOf,
  positive,
  searchOf,
  useListAddress,
} from "#web/lib/list-state.ts";

export const periods = ["day", "week", "month", "custom"] as const;
export type Period = (typeof periods)[number];

export interface SessionListState {
  readonly search: string;
  /** Id of the one person whose sessions are shown. */
  readonly user: number | null;
  readonly state: "active" | "ended" | null;
  readonly period: Period | null;
  /** Instants, of the period that is chosen freely. */
  readonly from: string | null;
  readonly to: string | null;
  readonly page: number;
}

export const plainList: SessionListState = {
  search: "",
  user: null,
  state: null,
  period: null,
  from: null,
  to: null,
  page: 1,
};

const instant = (value: unknown): string | null =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Address): SessionListState {
  return {
    search: searchOf(address),
    user: positive(address["user"]),
    state: oneOf(["active", "ended"], address["state"]) ?? null,
    period: oneOf(periods, address["period"]) ?? null,
    from: instant(address["from"]),
    to: instant(address["to"]),
    page: pageOf(address),
  };
}

/** Both ends are told of the period that is chosen freely, and of no other. */
export function writeListState(state: SessionListState): Record<string, string | number> {
  const ends = state.period === "custom" ? {} : { from: null, to: null };
  return listAddress({ ...state, ...ends }, plainList);
}

export const useListState = () => useListAddress(readListState, writeListState);
