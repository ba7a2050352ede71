import { liveApi } from "#contract/live.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { channelPolicy } from "./live.policy.ts";

export interface LiveOptions {
  readonly db: Database;
}

export function liveModule({ db }: LiveOptions) {
  return { policy: channelPolicy(db), handlers: handlers(liveApi, { ...pending(liveApi) }) };
}
