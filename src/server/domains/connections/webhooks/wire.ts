import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { webhookFlags } from "./webhooks.policy.ts";
import type { DeliveryRow, WebhookRow } from "./webhooks.repository.ts";

export function wireWebhook(row: WebhookRow, user: SessionUser): Webhook {
  const { id, url, description, events, id_project, project, is_active, failing_since } = row;
  return {
    id,
    url,
    description,
    events: [...events],
    id_project,
    project: project ?? "",
    is_active,
    state: stateOf(row),
    failing_since: failing_since?.toISOString() ?? null,
    last_delivery_at: row.last_delivery_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    can: webhookFlags(row, user),
  };
}

function stateOf(row: WebhookRow): Webhook["state"] {
  if (row.stopped_at !== null) return "stopped";
  if (row.failing_since !== null) return "failing";
  return row.last_delivery_at === null ? "new" : "ok";
}

export function wireDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, event, state, attempts, status, answer, milliseconds, body } = row;
  return {
    id,
    event,
    state,
    attempts,
    status,
    answer,
    milliseconds,
    body,
    created_at: row.created_at.toISOString(),
    next_try_at: row.next_try_at?.toISOString() ?? null,
  };
}
