import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { ToolNews } from "../tools/tool-client.ts";

/** Kinds of actions requested: a card was moved to another list or board, archived, restored or deleted. */
export const actionFilter = [
  "updateCard:idList",
  "updateCard:closed",
  "deleteCard",
  "moveCardFromBoard",
  "moveCardToBoard",
].join(",");

const Changed = z.object({
  id: z.string(),
  type: z.string(),
  date: z.coerce.date(),
  idMemberCreator: z.string().nullish(),
  data: z.object({
    card: z.object({ id: z.string(), closed: z.boolean().optional() }).optional(),
    listAfter: z.object({ id: z.string() }).optional(),
    old: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Parses an action of a board that concerns a card. */
export function newsOf(action: unknown): ToolNews | null {
  const { data: read } = Changed.safeParse(action);
  if (read?.data.card === undefined) return null;
  const { card, old = {}, listAfter } = read.data;
  const isGone =
    read.type === "deleteCard" ||
    read.type === "moveCardFromBoard" ||
    (read.type === "updateCard" && "closed" in old && card.closed === true);
  const isStatus =
    read.type === "moveCardToBoard" ||
    (read.type === "updateCard" && (listAfter !== undefined || "idList" in old || "closed" in old));
  return {
    key: read.id,
    cardId: card.id,
    kind: isGone ? "gone" : isStatus ? "status" : "other",
    at: read.date,
    actorId: read.idMemberCreator ?? null,
  };
}

/** `x-trello-webhook`: signature of the body followed by the registered address, in Base64. */
export function isSignedBy(
  secrets: readonly string[],
  { body, url, signature }: { readonly body: Uint8Array; readonly url: string; readonly signature: unknown },
): boolean {
  if (typeof signature !== "string") return false;
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const due = Buffer.from(createHmac("sha1", secret).update(body).update(url).digest("base64"));
    return due.length === given.length && timingSafeEqual(due, given);
  });
}
