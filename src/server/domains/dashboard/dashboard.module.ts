import { dashboardApi } from "#contract/dashboard.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";

export interface DashboardOptions {
  readonly db: Database;
}

export function dashboardModule(_options: DashboardOptions) {
  return {
    handlers: handlers(dashboardApi, { ...pending(dashboardApi) }),
  };
}
