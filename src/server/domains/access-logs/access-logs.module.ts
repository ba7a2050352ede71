import { accessLogsApi } from "#contract/access-logs.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export interface AccessLogsOptions {
  readonly db: Database;
}

export function accessLogsModule(_options: AccessLogsOptions) {
  return { handlers: handlers(accessLogsApi, { ...pending(accessLogsApi) }) };
}
