import { useNavigate, useSearch } from "@tanstack/react-router";

/** What an address says after its question mark, by name, as anybody may have written it. */
export type Address = Readonly<Record<string, unknown>>;

/** One of the choices; undefined for anything else. */
export function oneOf<const T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

/** What a list is searched for; a search for figures arrives as a number. */
export function searchOf({ search }: Address): string {
  return typeof search === "string" || typeof search === "number" ? String(search) : "";
}

/** A whole number from 1 on; null for anything else. */
export function positive(value: unknown): number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}

export const pageOf = ({ page }: Address): number => positive(page) ?? 1;

/** The address of a list; what is as in `plain` is left out, so that a shared address is short. */
export function listAddress<T extends object>(state: T, plain: T): Record<string, string | number> {
  const told = Object.entries(state).filter(
    ([name, value]) => value !== null && !Object.is(value, plain[name as keyof T]),
  );
  return Object.fromEntries(
    told.map(([name, value]) => [
      name,
      typeof value === "boolean" ? Number(value) : (value as string | number),
    ]),
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
    void navigate({ to: ".", search: search as never, replace: true, resetScroll: "page" in next });
  };
  return [state, change];
}
