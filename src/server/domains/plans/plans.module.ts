import { plansApi } from "#contract/plans.ts";
import { projectTiersApi } from "#contract/project-tiers.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { planPolicy, tierPolicy } from "./plans.policy.ts";

export interface PlansOptions {
  readonly db: Database;
}

export function plansModule({ db }: PlansOptions) {
  return {
    policies: { plan: planPolicy(db), tier: tierPolicy(db) },
    handlers: handlers(
      { ...plansApi, ...projectTiersApi },
      { ...pending({ ...plansApi, ...projectTiersApi }) },
    ),
  };
}
