import { administrationApi } from "#contract/administration.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export interface AdministrationOptions {
  readonly db: Database;
}

export function administrationModule(_options: AdministrationOptions) {
  return {
    handlers: handlers(administrationApi, { ...pending(administrationApi) }),
  };
}
