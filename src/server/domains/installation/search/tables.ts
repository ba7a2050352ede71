import type { Generated } from "kysely";
import type { SearchType } from "#contract/kinds.ts";

/** Searchable items; written only by triggers (see the migration). */
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

/** A user's own recent searches: the newest ten. */
export interface SearchRecentTable {
  id_user: number;
  norm: string;
  text: string;
  searched_at: Generated<Date>;
}

/** Recent terms by user, for the popular searches. */
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
