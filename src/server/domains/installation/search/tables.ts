import type { Generated } from "kysely";
import { type SearchType } from "#contract/kinds.ts";

/** What can be found; written by triggers alone (see the migration), never from here. */
export interface SearchItemsTable {
  readonly kind: SearchType;
  readonly id: number;
  readonly id_project: number;
  readonly title: string;
  readonly code: string;
  readonly sort: string;
  readonly norm_code: string;
  readonly haystack: string;
}

/** A person's own list of what he searched for: the newest ten. */
export interface SearchRecentTable {
  id_user: number;
  norm: string;
  text: string;
  searched_at: Generated<Date>;
}

/** Who searched for what lately, for what several people search for. */
export interface SearchTermsTable {
  norm: string;
  id_user: number;
  text: string;
  searched_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    search_items: SearchItemsTable;
    search_recent: SearchRecentTable;
    search_terms: SearchTermsTable;
  }
}
