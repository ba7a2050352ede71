import type { Generated } from "kysely";
import type { WebhookDelivery, WebhookEvent } from "#contract/webhooks.ts";

export interface WebhooksTable {
  id: Generated<number>;
  id_user: number;
  id_project: number | null;
  url: string;
  description: Generated<string>;
  events: readonly WebhookEvent[];
  /** Encrypted. */
  secret: string;
  old_secret: string | null;
  old_secret_until: Date | null;
  is_active: Generated<boolean>;
  failing_since: Date | null;
  stopped_at: Date | null;
  last_delivery_at: Date | null;
  created_at: Generated<Date>;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  id_webhook: number;
  key: string;
  event: WebhookDelivery["event"];
  id_activity: number | null;
  /** Empty until the first attempt. */
  body: Generated<string>;
  state: Generated<WebhookDelivery["state"]>;
  attempts: Generated<number>;
  status: number | null;
  answer: Generated<string>;
  milliseconds: number | null;
  next_try_at: Date | null;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}
