import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import ipaddr from "ipaddr.js";
import type { Selectable } from "kysely";
import { type ToolName, toolNames } from "#contract/choices.ts";
import { readIntegrationEndpoints } from "#server/integrations/endpoints.ts";
import type { ToolClients, ToolTokens } from "#server/integrations/tools/tool-client.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { ProjectToolsTable } from "../tables.ts";
import type { ToolInbox } from "./inbox.ts";
import "../tables.ts";

export interface HooksOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly clients: ToolClients;
  /** Public address of this server; empty if not configured. */
  readonly publicUrl: string;
  /** Text of `INTEGRATION_ENDPOINTS`. */
  readonly integrationEndpoints: string;
}

interface PluginOptions {
  readonly inbox: Pick<ToolInbox, "take">;
  readonly mayUse: (userId: number, tool: ToolName) => Promise<boolean>;
}

type Board = Selectable<ProjectToolsTable>;
export type Hooks = ReturnType<typeof createHooks>;

const purpose = "tool-hook";
/** Limit of one event. */
const mostBytes = 1024 * 1024;
/** Calls per minute of one hook. */
const perMinute = 600;

const onThisMachine = (address: string) =>
  ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(address)?.hostname ?? "");

/**
 * Whether a tool can call this address: https, and no internal name or IP address; also any local address where the
 * tool runs on this machine.
 */
export function isReachable(publicUrl: string, tool: string): boolean {
  const url = URL.parse(publicUrl);
  if (url !== null && onThisMachine(tool)) return onThisMachine(publicUrl);
  if (url?.protocol !== "https:") return false;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === "unicast";
  return host.includes(".") && !/\.(local|localhost|internal|lan|home|test|example|invalid)$/.test(host);
}

/** Webhooks that the tools call when a card changes. */
export function createHooks({ db, key, rate, clients, publicUrl, integrationEndpoints }: HooksOptions) {
  const places = readIntegrationEndpoints(integrationEndpoints);
  /** The address registered at the tool, character by character: Trello signs it with the event. */
  const urlOf = ({ tool, hook_key }: Pick<Board, "tool" | "hook_key">) =>
    `${publicUrl.replace(/\/+$/, "")}/hooks/tools/${tool}/${hook_key}`;

  const keep = (id: number, hook: { readonly id: string; readonly secret: string | null } | null) =>
    db
      .updateTable("project_tools")
      .set({
        hook_id: hook?.id ?? null,
        hook_secret: hook === null || hook.secret === null ? null : key.seal(purpose, hook.secret),
      })
      .where("id", "=", id)
      .execute();

  /**
   * Registers a hook where the tool can reach this server. Returns its id; null where the tool has to be polled
   * instead.
   */
  const create = async (board: Board, tokens: ToolTokens): Promise<string | null> => {
    if (!isReachable(publicUrl, places[board.tool].api)) return null;
    const hook = await clients[board.tool].createHook(tokens, {
      boardId: board.board_id,
      url: urlOf(board),
    });
    await keep(board.id, hook);
    return hook?.id ?? null;
  };

  return {
    create,

    async remove({ id, tool, board_id: boardId, hook_id }: Board, tokens: ToolTokens): Promise<void> {
      if (hook_id === null) return;
      await clients[tool].deleteHook(tokens, { boardId, id: hook_id });
      await keep(id, null);
    },

    /** Registers the hook anew where the tool has dropped it. */
    async mend(board: Board, tokens: ToolTokens): Promise<string | null> {
      const { tool, board_id: boardId, hook_id } = board;
      if (hook_id !== null && (await clients[tool].hookLives(tokens, { boardId, id: hook_id })))
        return hook_id;
      return create(board, tokens);
    },

    /**
     * Endpoint for the tools. A wrong signature is answered with 401 and stores nothing; an unknown address with 404,
     * never 410, on which the tools would unsubscribe for good.
     */
    plugin: ({ inbox, mayUse }: PluginOptions) =>
      async function receiveNews(app: FastifyInstance): Promise<void> {
        // Signatures cover the raw bytes.
        app.removeAllContentTypeParsers();
        app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: mostBytes }, (_, body, done) =>
          done(null, body),
        );

        const boardOf = async (request: FastifyRequest): Promise<Board | undefined> => {
          const { tool, key: hook_key } = request.params as { tool: string; key: string };
          const name = toolNames.find((one) => one === tool);
          if (name === undefined || !/^[\w-]{20,80}$/.test(hook_key)) return undefined;
          await rate.take(`tool hook ${hook_key}`, perMinute);
          return db
            .selectFrom("project_tools")
            .selectAll()
            .where("tool", "=", name)
            .where("hook_key", "=", hook_key)
            .executeTakeFirst();
        };

        const answer = async (request: FastifyRequest, reply: FastifyReply) => {
          const board = await boardOf(request);
          if (board === undefined) throw new AppError("NOT_FOUND");
          return reply.code(200).send();
        };
        // Trello checks that the address responds before it registers it.
        app.get("/hooks/tools/:tool/:key", { exposeHeadRoute: true }, answer);

        app.post("/hooks/tools/:tool/:key", async (request, reply) => {
          const board = await boardOf(request);
          if (board === undefined) throw new AppError("NOT_FOUND");
          const sealed = board.hook_secret;
          const heard = clients[board.tool].readHook({
            body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
            headers: request.headers,
            url: urlOf(board),
            secret: sealed === null ? null : key.open(purpose, sealed),
            boardId: board.board_id,
          });
          if (heard === null) return reply.code(401).send();
          // Events of a tool that is switched off are dropped; the board is polled once it is on again.
          if (board.id_user !== null && (await mayUse(board.id_user, board.tool)))
            await inbox.take(board.id, heard.news);
          return heard.answer === undefined ? reply.code(200).send() : reply.code(200).send(heard.answer);
        });
      },
  };
}
