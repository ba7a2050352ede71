import { z } from "zod";
import { Can, Empty, Id, IdParams, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { webhookEvents } from "./kinds.ts";
import { limits } from "./limits.ts";

export const WebhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.output<typeof WebhookEvent>;

/**
 * An address that receives events, signed by the open Standard Webhooks specification: headers `webhook-id`,
 * `webhook-timestamp` (seconds) and `webhook-signature` (`v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`).
 */
export const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(WebhookEvent),
  /** Null: all projects that its owner may view. */
  id_project: z.number().nullable(),
  project: z.string(),
  is_active: z.boolean(),
  /** `failing`: the last delivery failed; `stopped`: all failed for days, and it was disabled. */
  state: z.enum(["new", "ok", "failing", "stopped"]),
  failing_since: z.string().nullable(),
  last_delivery_at: z.string().nullable(),
  created_at: z.string(),
  can: Can,
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: z.number(),
  event: z.union([WebhookEvent, z.literal("ping")]),
  /** `waiting`: not attempted yet, or to be retried. */
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number(),
  /** Of the response; null if there was none. */
  status: z.number().nullable(),
  /** The error if there was no response; otherwise the beginning of the response. */
  answer: z.string(),
  milliseconds: z.number().nullable(),
  /** The body as sent, JSON. */
  body: z.string(),
  created_at: z.string(),
  next_try_at: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

const fields = {
  url: z
    .string({ error: "webhooks.url_required" })
    .trim()
    .max(limits.webhook.url, { error: "webhooks.url_invalid" })
    .pipe(z.url({ protocol: /^https?$/, error: "webhooks.url_invalid" })),
  description: z.string().trim().max(limits.description, { error: "webhooks.description_long" }),
  events: z.array(WebhookEvent).min(1, { error: "webhooks.events_required" }).max(webhookEvents.length),
  id_project: Id.nullable(),
  is_active: z.boolean(),
};
const Secret = z.object({ secret: z.string() });

export const webhooksApi = defineApi({
  "GET /api/webhooks": endpoint({
    access: "user",
    summary: "The caller's webhooks.",
    response: z.object({ items: z.array(Webhook), is_on: z.boolean() }),
  }),
  "POST /api/webhooks": endpoint({
    access: "user",
    summary: "Create a webhook. Its secret is returned only here and when it is replaced.",
    body: z.object({
      url: fields.url,
      events: fields.events,
      description: fields.description.default(""),
      id_project: fields.id_project.default(null),
    }),
    response: Webhook.extend({ secret: z.string() }),
    status: 201,
    perMinute: 20,
  }),
  "PUT /api/webhooks/{id}": endpoint({
    access: { can: "webhook.edit", by: "id" },
    summary:
      "Update the given fields of a webhook. After it is turned on again, it receives events from then on.",
    params: IdParams,
    body: z.object(fields).partial(),
    response: Webhook,
  }),
  "DELETE /api/webhooks/{id}": endpoint({
    access: { can: "webhook.delete", by: "id" },
    whenOverdue: "open",
    summary: "Delete a webhook and its delivery log.",
    params: IdParams,
    response: Empty,
  }),
  "POST /api/webhooks/{id}/secret": endpoint({
    access: { can: "webhook.edit", by: "id" },
    summary: "Replace the secret. For one day, messages are signed with both.",
    params: IdParams,
    response: Secret,
  }),
  "POST /api/webhooks/{id}/ping": endpoint({
    access: { can: "webhook.edit", by: "id" },
    summary: "Send a `ping` now.",
    params: IdParams,
    response: WebhookDelivery,
    perMinute: 10,
  }),
  "GET /api/webhooks/{id}/deliveries": endpoint({
    access: { can: "webhook.edit", by: "id" },
    summary: "Deliveries, newest first; kept for thirty days.",
    params: IdParams,
    query: z.object({ ...PageQuery, failed: z.enum(["1", "true"]).optional() }),
    response: page(WebhookDelivery),
  }),
  "POST /api/webhooks/{id}/deliveries/{delivery}/again": endpoint({
    access: { can: "webhook.edit", by: "id" },
    summary: "Resend a delivery with the same `webhook-id`.",
    params: z.object({ id: Id, delivery: Id }),
    response: WebhookDelivery,
    perMinute: 30,
  }),
});
