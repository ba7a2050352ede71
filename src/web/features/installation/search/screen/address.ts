import type { SearchType } from "#contract/kinds.ts";
import { limits } from "#contract/limits.ts";

import { type Address, listAddress, oneOf, pageOf } from "#web/lib/list-state.ts";
import { types } from "../kinds.ts";

export interface SearchAddress {
  readonly q: string;
  readonly type: SearchType | null;
  /** Number of displayed pages of results. */
  readonly page: number;
}

const plain: SearchAddress = { q: "", type: null, page: 1 };
/** Maximum number of pages; beyond that a better search text is needed. */
const maxPages = 20;

/** The search in an address; invalid values count as missing. */
export function readAddress(address: Address): SearchAddress {
  const { q } = address;
  // Digits and "true" are parsed as number and boolean.
  const isPlain = typeof q === "string" || typeof q === "number" || typeof q === "boolean";
  return {
    q: isPlain ? String(q).trim().slice(0, limits.search.text) : "",
    type: oneOf(types, address["type"]) ?? null,
    page: Math.min(pageOf(address), maxPages),
  };
}

export const writeAddress = (state: SearchAddress) => listAddress(state, plain);
