import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Route } from "#contract/index.ts";
import type { Input } from "./client.ts";
import { recall, type StorageKey } from "./storage.ts";

/** What an address says after its question mark, by name, as anybody may have written it. */
export type Address = Readonly<Record<string, unknown>>;

/** One of the choices; undefined for anything else. */
export function oneOf<const T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

/** What a list is searched for; a search for figures arrives as a number. */
export function searchOf({ search }: Address): string {
  return text.read(search) ?? text.plain;
}

/** A whole number from 1 on; null for anything else. */
export function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

export const pageOf = ({ page }: Address): number => positive(page) ?? 1;

/** One thing that the address of a list can say. */
export interface Field<T> {
  /** What holds where nothing is said; that is left out of the address. */
  readonly plain: T;
  /** Undefined for what makes no sense, which counts as not said. */
  readonly read: (value: unknown) => T | undefined;
}

export const text: Field<string> = {
  plain: "",
  read: (value) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined),
};
export const flag: Field<boolean> = { plain: false, read: (value) => Number(value) === 1 };
/** Only those, only the others, or null for all. */
export const eitherWay: Field<boolean | null> = {
  plain: null,
  read: (value) => (value === 1 ? true : value === 0 ? false : null),
};
/** The number of one record, or null for all. */
export const record: Field<number | null> = { plain: null, read: positive };

/** One of the choices, else the one that is plain. */
export const choice = <const T extends string, P extends T | null>(
  choices: readonly T[],
  plain: P,
): Field<T | P> => ({ plain, read: (value) => oneOf(choices, value) });

/** What is not said is as this browser was left. */
export const remembered = <T>({ plain, read }: Field<T>, key: StorageKey): Field<T> => ({
  plain,
  read: (value) => read(value) ?? read(recall(key)),
});

type Fields = Readonly<Record<string, Field<unknown>>>;
type StateOf<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never;
} & { readonly page: number };
type Query<R extends Route> = NonNullable<Input<R>["query"]>;
type Narrowing<R extends Route> = Omit<Partial<Query<R>>, "page" | "per_page" | "sort">;

/** What is named as in the contract's query holds what the contract takes there. */
type Fitting<R extends Route, F extends Fields> = {
  readonly [K in keyof F]: K extends keyof Query<R>
    ? F[K] extends Field<infer T>
      ? Exclude<T, null | readonly string[]> extends Query<R>[K]
        ? F[K]
        : never
      : never
    : F[K];
};

/** How a list looks, as against what is in it. */
const looks = new Set(["sort", "page", "view"]);

/**
 * The state of the list that a call answers, as its address describes it: what it is narrowed to, its order, its page,
 * how it is looked at. `listState<"GET /api/visits">()({ search: text, starred: flag })`.
 */
export const listState =
  <R extends Route>() =>
  <const F extends Fields>(fields: F & Fitting<R, F>) => {
    const named = Object.entries<Field<unknown>>(fields);
    const stateOf = (valueOf: (field: Field<unknown>, name: string) => unknown, page: number) =>
      ({
        ...Object.fromEntries(named.map(([name, field]) => [name, valueOf(field, name)])),
        page,
      }) as StateOf<F>;
    const plain = stateOf((field) => field.plain, 1);
    const read = (address: Address): StateOf<F> =>
      stateOf((field, name) => field.read(address[name]) ?? field.plain, pageOf(address));
    const write = (state: StateOf<F>) => listAddress(state, plain);
    /** What of a state leaves something out of the list, as the call is asked with it. */
    const narrowing = (part: Partial<StateOf<F>>): Narrowing<R> =>
      Object.fromEntries(
        Object.entries(listAddress(part, plain)).filter(([name]) => name in fields && !looks.has(name)),
      ) as Narrowing<R>;
    return {
      plain,
      read,
      write,
      use: () => useListAddress(read, write),
      narrowing,
      /** Whether something is left out of the list. */
      isNarrowed: (state: StateOf<F>) => Object.keys(narrowing(state)).length > 0,
    };
  };

/** As an address has it: a flag as 0 or 1, several choices as `a,b`. */
const told = (value: unknown) =>
  typeof value === "boolean" ? Number(value) : Array.isArray(value) ? value.join(",") : value;

/** The address of a list; what is as in `plain` is left out, so that a shared address is short. */
export function listAddress<T extends object>(state: T, plain: T): Record<string, string | number> {
  const usual = new Map<string, unknown>(Object.entries(plain));
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      const now = told(value);
      return now === null || now === told(usual.get(name)) ? [] : [[name, now as string | number]];
    }),
  );
}

/** The list's state lives in the address. A change of what is listed starts at its first page. */
export function useListAddress<T extends { readonly page: number }>(
  read: (address: Address) => T,
  write: (state: T) => Record<string, string | number>,
): [T, (change: Partial<T>) => void] {
  const state = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (next: Partial<T>) => {
    const search = write({ ...state, page: 1, ...next });
    void navigate({ to: ".", search, replace: true, resetScroll: "page" in next });
  };
  return [state, change];
}
