import { type SearchType } from "#contract/kinds.ts";
import { limits } from "#contract/limits.ts";

import { type Address, listAddress, oneOf, pageOf } from "#web/lib/list-state.ts";
import { types } from "../kinds.ts";

export interface SearchAddress {
  readonly q: string;
  readonly type: SearchType | null;
  /** How many pages of results are on screen. */
  readonly page: number;
}

const plain: SearchAddress = { q: "", type: null, page: 1 };
/** Pages that one look may show; who needs more needs other words. */
const maxPages = 20;

/** The search as an address describes it; whatever makes no sense there counts as not said. */
export function readAddress(address: Address): SearchAddress {
  const { q } = address;
  // Figures and "true" arrive as what they look like.
  const isPlain = typeof q === "string" || typeof q === "number" || typeof q === "boolean";
  return {
    q: isPlain ? String(q).trim().slice(0, limits.search.text) : "",
    type: oneOf(types, address["type"]) ?? null,
    page: Math.min(pageOf(address), maxPages),
  };
}

export const writeAddress = (state: SearchAddress) => listAddress(state, plain);
