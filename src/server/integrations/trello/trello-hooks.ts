import { z } from "zod";
import type { ToolClientOptions } from "../tools/clients.ts";
import { type ToolClient, ToolFailure, type ToolNews, type ToolTokens } from "../tools/tool-client.ts";
import { readAnswer } from "../tools/tool-trouble.ts";
import { isOlder, type TrelloCall } from "./trello-call.ts";
import { actionFilter, isSignedBy, newsOf } from "./trello-news.ts";

const Hook = z.object({ id: z.string(), active: z.boolean(), callbackURL: z.string(), idModel: z.string() });

/** Actions per request; more are requested page by page. */
const perPage = 1000;
/** Only reached after months without a poll, and then every card is read anyway. */
const mostPages = 10;

type News = Pick<ToolClient, "changesSince" | "createHook" | "hookLives" | "deleteHook" | "readHook">;

export function createTrelloNews({ app: appOf }: ToolClientOptions, call: TrelloCall): News {
  /** Secret that signs the events of this kind of connection; empty where it is unknown. */
  function secretFor(tokens: ToolTokens): string {
    const { key, signingSecret, clientSecret } = appOf("trello");
    if (!isOlder(tokens)) return clientSecret;
    return tokens.key === undefined || tokens.key === key ? signingSecret : "";
  }

  async function hookAt(tokens: ToolTokens, url: string, boardId: string) {
    const path = `/tokens/${encodeURIComponent(tokens.access)}/webhooks`;
    const hooks = readAnswer(z.array(Hook), await call(tokens, "GET", path));
    return hooks.find(({ callbackURL, idModel }) => callbackURL === url && idModel === boardId);
  }

  return {
    async changesSince(tokens, { boardId, since }) {
      const found: ToolNews[] = [];
      let before: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = {
          filter: actionFilter,
          since: since.toISOString(),
          limit: perPage,
          before,
          member: false,
          memberCreator: false,
        };
        const path = `/boards/${encodeURIComponent(boardId)}/actions`;
        const actions = readAnswer(
          z.array(z.looseObject({ id: z.string() })),
          await call(tokens, "GET", path, { query }),
        );
        found.push(...actions.map(newsOf).filter((news) => news !== null));
        before = actions.at(-1)?.id;
        if (actions.length < perPage) break;
      }
      return found.toReversed();
    },
    async createHook(tokens, { boardId, url }) {
      const secret = secretFor(tokens);
      if (secret === "") return null;
      const json = { callbackURL: url, idModel: boardId, description: "Sitewalk", active: true };
      const made = await call(tokens, "POST", "/webhooks/", { json }).catch(async (error: unknown) => {
        const isThere = error instanceof ToolFailure && /already exists/.test(error.reason);
        const hook = isThere ? await hookAt(tokens, url, boardId) : undefined;
        if (hook === undefined) throw error;
        return hook;
      });
      return { id: readAnswer(Hook, made).id, secret };
    },
    async hookLives(tokens, { id }) {
      const found = await call(tokens, "GET", `/webhooks/${encodeURIComponent(id)}`).catch(unlessMissing);
      return found !== undefined && readAnswer(Hook, found).active;
    },
    async deleteHook(tokens, { id }) {
      await call(tokens, "DELETE", `/webhooks/${encodeURIComponent(id)}`).catch(unlessMissing);
    },
    readHook({ body, headers, url, secret }) {
      const { signingSecret, clientSecret } = appOf("trello");
      // Which of the two signs after signing in by OAuth 2.0 is not published; both are ours.
      const secrets = [secret, signingSecret, clientSecret].filter((text) => text !== null && text !== "");
      if (!isSignedBy(secrets as string[], { body, url, signature: headers["x-trello-webhook"] }))
        return null;
      const told = Told.safeParse(parseJson(body));
      const news = told.success ? newsOf(told.data.action) : null;
      return { news: news === null ? [] : [news] };
    },
  };
}

const Told = z.object({ action: z.unknown() });

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as unknown;
  } catch {
    return null;
  }
}

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof ToolFailure && error.kind === "not_found") return undefined;
  throw error;
};
