import { exportsApi } from "#contract/exports.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { exportPolicy } from "./exports.policy.ts";

export function exportsModule({ db }: { readonly db: Database }) {
  return { policy: exportPolicy(db), handlers: handlers(exportsApi, { ...pending(exportsApi) }) };
}
