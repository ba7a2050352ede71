import { categoriesApi } from "#contract/categories.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

import "./tables.ts";

export function categoriesModule() {
  return { handlers: handlers(categoriesApi, { ...pending(categoriesApi) }) };
}
