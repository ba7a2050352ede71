import { type Address, listAddress, oneOf, positive, useListAddress } from "#web/lib/list-state.ts";

export const parts = ["bands", "usage", "figures"] as const;
export type Part = (typeof parts)[number];

interface TiersState {
  readonly part: Part;
  /** Whose usage, null for everybody's. */
  readonly user: number | null;
  /** Null for the present one. */
  readonly year: number | null;
  readonly page: number;
}

const plain: TiersState = { part: "bands", user: null, year: null, page: 1 };

/** The first year anybody could have begun anything here. */
export const firstYear = 2020;

const yearOf = (value: unknown): number | null => {
  const year = positive(value);
  return year !== null && year >= firstYear && year <= 2200 ? year : null;
};

const read = (address: Address): TiersState => ({
  part: oneOf(parts, address["part"]) ?? "bands",
  user: positive(address["user"]),
  year: yearOf(address["year"]),
  page: 1,
});

/** What is looked at lives in the address. */
export const useTiersState = () => useListAddress(read, (state) => listAddress(state, plain));
