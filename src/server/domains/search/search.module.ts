import { searchApi } from "#contract/search.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export function searchModule(_options: { readonly db: Database }) {
  return {
    handlers: handlers(searchApi, pending(searchApi)),
  };
}
