import { z } from "zod";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolNews } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import type { MondayCall } from "./monday-call.ts";
import { isSignedJwt } from "./monday-jwt.ts";

/** One webhook per event. */
const events = ["change_status_column_value", "item_archived", "item_deleted", "item_restored"] as const;

const Made = z.object({ create_webhook: z.object({ id: z.coerce.string() }) });
const Found = z.object({ webhooks: z.array(z.object({ id: z.coerce.string() })).nullish() });
const Told = z.object({
  event: z.object({
    type: z.string(),
    boardId: z.coerce.string(),
    pulseId: z.coerce.string().optional(),
    itemId: z.coerce.string().optional(),
    userId: z.coerce.string().nullish(),
    columnId: z.string().nullish(),
    triggerTime: z.coerce.date().nullish(),
    triggerUuid: z.string().nullish(),
  }),
});
const Challenge = z.object({ challenge: z.string().max(500) });

/** Creates a webhook of the board for each event; together they are one hook. */
export function createMondayHooks(
  { app: appOf, clock }: ToolClientOptions,
  call: MondayCall,
): Pick<ToolClient, "createHook" | "hookLives" | "deleteHook" | "readHook"> {
  const remove: ToolClient["deleteHook"] = async (tokens, { id }) => {
    for (const one of id.split(","))
      await call(tokens, "mutation ($id: ID!) { delete_webhook(id: $id) { id } }", {
        variables: { id: one },
      }).catch((error: unknown) => {
        if (!(error instanceof ToolFailure) || !["not_found", "refused"].includes(error.kind)) throw error;
      });
  };

  return {
    deleteHook: remove,
    // Only webhooks created with a token of the app are signed.
    async createHook(tokens, { boardId, url }) {
      if (tokens.way !== "sign_in" || appOf("monday").signingSecret === "") return null;
      const made: string[] = [];
      const query =
        "mutation ($board: ID!, $url: String!, $event: WebhookEventType!) { create_webhook(board_id: $board, url: $url, event: $event) { id } }";
      try {
        for (const event of events) {
          const variables = { board: boardId, url, event };
          const { create_webhook } = readAnswer(
            Made,
            await call(tokens, query, { variables, isCreation: true }),
          );
          made.push(create_webhook.id);
        }
      } catch (error) {
        if (made.length > 0) await remove(tokens, { boardId, id: made.join(",") }).catch(() => undefined);
        throw error;
      }
      return { id: made.join(","), secret: null };
    },
    async hookLives(tokens, { boardId, id }) {
      const query = "query ($board: ID!) { webhooks(board_id: $board) { id } }";
      const { webhooks } = readAnswer(Found, await call(tokens, query, { variables: { board: boardId } }));
      return id.split(",").every((one) => webhooks?.some((webhook) => webhook.id === one));
    },
    readHook({ body, headers, boardId }) {
      const posted = parseJson(body);
      // Sends a challenge before the first event, to check that the endpoint exists; the answer reveals nothing.
      const asked = Challenge.safeParse(posted);
      if (asked.success) return { news: [], answer: asked.data };
      if (!isSignedJwt(headers["authorization"], appOf("monday").signingSecret, clock.now())) return null;
      const told = Told.safeParse(posted);
      if (!told.success || told.data.event.boardId !== boardId) return { news: [] };
      const news = newsOf(told.data.event, clock.now());
      return { news: news === null ? [] : [news] };
    },
  };
}

function newsOf(event: z.output<typeof Told>["event"], now: Date): ToolNews | null {
  const { type, pulseId, itemId, userId, columnId, triggerTime, triggerUuid } = event;
  const cardId = pulseId ?? itemId;
  if (cardId === undefined) return null;
  const isGone = /delete|archive/i.test(type);
  const isStatus = columnId !== undefined && columnId !== null;
  return {
    key: triggerUuid ?? `${type}:${cardId}:${triggerTime?.toISOString() ?? ""}`,
    cardId,
    kind: isGone ? "gone" : isStatus || /restore/i.test(type) ? "status" : "other",
    at: triggerTime ?? now,
    actorId: userId ?? null,
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}
