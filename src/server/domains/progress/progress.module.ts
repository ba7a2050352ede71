import { progressApi } from "#contract/progress.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { progressEntryPolicy } from "./progress.policy.ts";

export interface ProgressOptions {
  readonly db: Database;
}

export function progressModule({ db }: ProgressOptions) {
  return {
    policy: progressEntryPolicy(db),
    handlers: handlers(progressApi, { ...pending(progressApi) }),
  };
}
