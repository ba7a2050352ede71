import { z } from "zod";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolTokens } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import { idsOf } from "./clickup-boards.ts";
import type { ClickupCall } from "./clickup-call.ts";
import { events, isSignedBy, newsOf } from "./clickup-news.ts";

const Hook = z.object({
  id: z.string(),
  endpoint: z.string(),
  list_id: z.union([z.number(), z.string()]).nullish(),
  secret: z.string().nullish(),
  health: z.object({ status: z.string() }).nullish(),
});

export function createClickupHooks(
  { clock }: ToolClientOptions,
  call: ClickupCall,
): Pick<ToolClient, "createHook" | "hookLives" | "deleteHook" | "readHook"> {
  async function hooks(tokens: ToolTokens, team: string) {
    const found = await call(tokens, "GET", `/team/${team}/webhook`);
    return readAnswer(z.object({ webhooks: z.array(Hook) }), found).webhooks;
  }

  return {
    // A webhook created earlier, when its answer was lost, returns its secret again.
    async createHook(tokens, { boardId, url }) {
      const { team, list } = idsOf(boardId);
      const before = (await hooks(tokens, team)).find(
        ({ endpoint, list_id, health }) =>
          endpoint === url && String(list_id) === list && health?.status !== "suspended",
      );
      if (before?.secret) return { id: before.id, secret: before.secret };
      const json = { endpoint: url, events, list_id: Number(list) };
      const { webhook } = readAnswer(
        z.object({ webhook: Hook.extend({ secret: z.string().min(1) }) }),
        await call(tokens, "POST", `/team/${team}/webhook`, { json }),
      );
      return { id: webhook.id, secret: webhook.secret };
    },
    async hookLives(tokens, { boardId, id }) {
      const found = (await hooks(tokens, idsOf(boardId).team)).find((hook) => hook.id === id);
      return found !== undefined && found.health?.status !== "suspended";
    },
    async deleteHook(tokens, { id }) {
      await call(tokens, "DELETE", `/webhook/${encodeURIComponent(id)}`).catch((error: unknown) => {
        if (!(error instanceof ToolFailure) || error.kind !== "not_found") throw error;
      });
    },
    readHook({ body, headers, secret }) {
      if (secret === null || !isSignedBy(secret, body, headers["x-signature"])) return null;
      return { news: newsOf(parseJson(body), clock.now()) };
    },
  };
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}
