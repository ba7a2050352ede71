import { useNavigate, useSearch } from "@tanstack/react-router";

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

const oneOf = <T extends string>(choices: readonly T[], value: unknown): T | null =>
  choices.find((choice) => choice === value) ?? null;

const positive = (value: unknown): number | null => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};

const instant = (value: unknown): string | null =>
  typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null;

/** The list as an address describes it; whatever makes no sense there counts as not said. */
export function readListState(address: Readonly<Record<string, unknown>>): SessionListState {
  const { search } = address;
  return {
    search: typeof search === "string" || typeof search === "number" ? String(search) : "",
    user: positive(address["user"]),
    state: oneOf(["active", "ended"], address["state"]),
    period: oneOf(periods, address["period"]),
    from: instant(address["from"]),
    to: instant(address["to"]),
    page: positive(address["page"]) ?? 1,
  };
}

/** The address of a list; what is as always is left out, so that a shared address is short. */
export function writeListState(state: SessionListState): Record<string, string | number> {
  const isCustom = state.period === "custom";
  return {
    ...(state.search !== "" && { search: state.search }),
    ...(state.user !== null && { user: state.user }),
    ...(state.state !== null && { state: state.state }),
    ...(state.period !== null && { period: state.period }),
    ...(isCustom && state.from !== null && { from: state.from }),
    ...(isCustom && state.to !== null && { to: state.to }),
    ...(state.page !== 1 && { page: state.page }),
  };
}

/** The list's state lives in the address. A change of what is listed starts at its first page. */
export function useListState(): [SessionListState, (change: Partial<SessionListState>) => void] {
  const state = readListState(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<SessionListState>) => {
    const search = writeListState({ ...state, page: 1, ...next });
    void navigate({ to: ".", search, replace: true, resetScroll: "page" in next });
  };
  return [state, change];
}
