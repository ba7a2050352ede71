import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ToolNews } from "../tools/tool-client.ts";

/** Subscribed events: a task changed its status, moved to another list, was archived or deleted. */
export const events = ["taskStatusUpdated", "taskUpdated", "taskMoved", "taskDeleted"] as const;

const Told = z.object({
  event: z.string(),
  task_id: z.string(),
  webhook_id: z.string(),
  history_items: z
    .array(
      z.object({
        id: z.string(),
        field: z.string().nullish(),
        date: z.coerce.number(),
        user: z.object({ id: z.union([z.number(), z.string()]) }).nullish(),
      }),
    )
    .nullish(),
});

/** Events in a webhook call. The caller loads the task: the content of the call is not trusted. */
export function newsOf(posted: unknown, now: Date): readonly ToolNews[] {
  const { data: told } = Told.safeParse(posted);
  if (told === undefined) return [];
  const { event, task_id, webhook_id, history_items } = told;
  // A deletion carries only the task id, and happens once.
  if (event === "taskDeleted") {
    const key = `${webhook_id}:${task_id}:deleted`;
    return [{ key, cardId: task_id, kind: "gone", at: now, actorId: null }];
  }
  return (history_items ?? []).map(({ id, field, date, user }) => ({
    key: id,
    cardId: task_id,
    kind: event === "taskMoved" || field === "status" || field === "archived" ? "status" : "other",
    at: new Date(date),
    actorId: user === null || user === undefined ? null : String(user.id),
  }));
}

/** `X-Signature`: HMAC-SHA256 of the body in hexadecimal digits. */
export function isSignedBy(secret: string, body: Uint8Array, signature: unknown): boolean {
  if (typeof signature !== "string") return false;
  const due = Buffer.from(createHmac("sha256", secret).update(body).digest("hex"));
  const given = Buffer.from(signature.toLowerCase());
  return due.length === given.length && timingSafeEqual(due, given);
}
