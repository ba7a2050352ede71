import { type Field, positive } from "./list-state.ts";

/** A day as `2026-11-23`. */
export const day: Field<string | null> = {
  plain: null,
  read: (value) =>
    typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? value
      : null,
};
export const instant: Field<string | null> = {
  plain: null,
  read: (value) =>
    typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : null,
};
export const yearFrom = (first: number): Field<number | null> => ({
  plain: null,
  read(value) {
    const year = positive(value);
    return year !== null && year >= first && year <= 2200 ? year : null;
  },
});

/** Several of the choices, written `a,b`; unknown values are left out. */
export const several = <const T extends string>(choices: readonly T[]): Field<readonly T[]> => ({
  plain: [],
  read(value) {
    const named = typeof value === "string" ? value.split(",") : [];
    return choices.filter((one) => named.includes(one));
  },
});
