import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Route } from "#contract/index.ts";
import type { Input } from "./client.ts";
import { recall, type StorageKey } from "./storage.ts";

/** The query parameters of a URL by name, unvalidated. */
export type Address = Readonly<Record<string, unknown>>;

/** One of the choices; undefined for anything else. */
export function oneOf<const T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

/** The search text of a list; a search for digits arrives as a number. */
export function searchOf({ search }: Address): string {
  return text.read(search) ?? text.plain;
}

/** An integer of at least 1; null for anything else. */
export function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

export const pageOf = ({ page }: Address): number => positive(page) ?? 1;

/** One parameter in the URL of a list. */
export interface Field<T> {
  /** The default when the parameter is absent; left out of the URL. */
  readonly plain: T;
  /** Returns undefined for an invalid value, which counts as absent. */
  readonly read: (value: unknown) => T | undefined;
}

export const text: Field<string> = {
  plain: "",
  read: (value) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined),
};
export const flag: Field<boolean> = { plain: false, read: (value) => Number(value) === 1 };
/** Only matching records, only the others, or null for all. */
export const eitherWay: Field<boolean | null> = {
  plain: null,
  read: (value) => (value === 1 ? true : value === 0 ? false : null),
};
/** The id of one record, or null for all. */
export const record: Field<number | null> = { plain: null, read: positive };

/** One of the choices, else the default. */
export const choice = <const T extends string, P extends T | null>(
  choices: readonly T[],
  plain: P,
): Field<T | P> => ({ plain, read: (value) => oneOf(choices, value) });

/** An absent parameter takes the value last used in this browser. */
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

/** Fields named like those of the contract's query have the types that the contract accepts. */
type Fitting<R extends Route, F extends Fields> = {
  readonly [K in keyof F]: K extends keyof Query<R>
    ? F[K] extends Field<infer T>
      ? Exclude<T, null | readonly string[]> extends Query<R>[K]
        ? F[K]
        : never
      : never
    : F[K];
};

/** The parameters that change how a list is shown, as opposed to its content. */
const looks = new Set(["sort", "page", "view"]);

/**
 * The state of the list that a call returns, as its URL describes it: filters, order, page and view. `listState<"GET
 * /api/visits">()({ search: text, starred: flag })`.
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
    /** The part of a state that narrows the list, as query parameters of the call. */
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
      /** Returns true when the state narrows the list. */
      isNarrowed: (state: StateOf<F>) => Object.keys(narrowing(state)).length > 0,
    };
  };

/** The URL form of a value: a flag as 0 or 1, several choices as `a,b`. */
const told = (value: unknown) =>
  typeof value === "boolean" ? Number(value) : Array.isArray(value) ? value.join(",") : value;

/** The URL parameters of a list; values equal to `plain` are left out, so that a shared URL is short. */
export function listAddress<T extends object>(state: T, plain: T): Record<string, string | number> {
  const usual = new Map<string, unknown>(Object.entries(plain));
  return Object.fromEntries(
    Object.entries(state).flatMap(([name, value]) => {
      const now = told(value);
      return now === null || now === told(usual.get(name)) ? [] : [[name, now as string | number]];
    }),
  );
}

/** Keeps the list's state in the URL. A change of filters or order returns to the first page. */
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
