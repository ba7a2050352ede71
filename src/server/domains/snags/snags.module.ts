import { snagsApi } from "#contract/snags.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { snagPolicy } from "./snags.policy.ts";

export interface SnagsOptions {
  readonly db: Database;
}

export function snagsModule({ db }: SnagsOptions) {
  return { policy: snagPolicy(db), handlers: handlers(snagsApi, { ...pending(snagsApi) }) };
}
