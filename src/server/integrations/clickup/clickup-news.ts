import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ToolNews } from "../tools/tool-client.ts";

/** What is listened to: a task got another status, went to another list, was archived or deleted. */
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

/** News in what was posted. Whoever reads them looks the task up: what the post says of it is not believed. */
export function newsOf(posted: unknown, now: Date): readonly ToolNews[] {
  const { data: told } = Told.safeParse(posted);
  if (told === undefined) return [];
  const { event, task_id, webhook_id, history_items } = told;
  // Of a deletion nothing is told but the task, and it happens once.
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
