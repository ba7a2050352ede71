import { billingApi } from "#contract/billing.ts";
import type { Database } from "#server/platform/database.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import { invoicePolicy } from "./billing.policy.ts";

export interface BillingOptions {
  readonly db: Database;
}

export function billingModule({ db }: BillingOptions) {
  return {
    policy: invoicePolicy(db),
    handlers: handlers(billingApi, { ...pending(billingApi) }),
  };
}
