import type { FastifyRequest } from "fastify";
import type { ToolName } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import type { toolsApi } from "#contract/tools.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { challengeOf } from "#server/platform/oauth-state.ts";
import type { createToolOauthStates } from "./connecting/oauth-state.ts";
import { answering } from "./failures.ts";
import type { ConnectionRow } from "./sending/link-target.ts";
import type { createTools, ToolsOptions } from "./tools.ts";
import { wireConnection } from "./wire.ts";

type Tools = ReturnType<typeof createTools>;
/** The caller's own usable connection. Throws TOOL_NOT_CONNECTED, TOOL_REAUTH. */
export type Connected = (user: { readonly id: number }, tool: ToolName) => Promise<ConnectionRow>;

export interface ConnectionOptions extends Pick<ToolsOptions, "clients" | "openings" | "publicUrl"> {
  readonly tools: Pick<Tools, "refuseClosed" | "connections">;
  readonly journeys: ReturnType<typeof createToolOauthStates>;
  /** The address to which a tool redirects the browser. */
  readonly returnUrl: (tool: ToolName, request: FastifyRequest) => string;
  readonly connected: Connected;
}

type Route = Extract<
  keyof typeof toolsApi,
  `${string} /api/tools/{tool}${"" | "/auth-url" | "/connection" | "/boards" | "/boards/{board}"}`
>;

/** Never built from browser input: neither the host nor the scheme of the call is trusted here. */
export const pageUrl = (publicUrl: string, path: string, { socket }: FastifyRequest) =>
  new URL(path, publicUrl === "" ? `http://localhost:${socket.localPort}` : publicUrl).href;

export const createConnected =
  ({ refuseClosed, connections }: ConnectionOptions["tools"]): Connected =>
  async (user, tool) => {
    await refuseClosed(user, tool);
    const row = await connections.find(user.id, tool);
    if (row === undefined) throw new AppError("TOOL_NOT_CONNECTED");
    if (row.state === "reauth") throw new AppError("TOOL_REAUTH");
    return row;
  };

/** Calls for a user's connection to a tool, and for the boards visible through it. */
export function connectionHandlers(options: ConnectionOptions): Handlers<Route> {
  const { clients, openings, publicUrl, journeys, returnUrl, connected } = options;
  const { refuseClosed, connections } = options.tools;

  return {
    "GET /api/tools/{tool}": async ({ params: { tool }, user }) => {
      const because = (await openings(user.id))[tool];
      const row = await connections.find(user.id, tool);
      const client = clients[tool];
      return {
        is_on: because === null,
        off_because: because,
        can_sign_in: client.canSignIn(),
        token_page: client.tokenPage(),
        needs_key: client.needsKey(),
        connection: row === undefined ? null : wireConnection(row),
      };
    },
    "GET /api/tools/{tool}/auth-url": async ({ params: { tool }, user, session, request, reply }) => {
      if (user.is_demo) throw new AppError("DEMO_READ_ONLY");
      await refuseClosed(user, tool);
      if (!clients[tool].canSignIn()) throw new AppError("TOOL_SIGN_IN_OFF");
      if (session === null) throw new AppError("UNAUTHENTICATED");
      const door = { request, reply };
      const journey = journeys.start(door, { tool, id_user: user.id, id_session: session.id });
      return {
        auth_url: clients[tool].authorizeUrl({
          state: journey.state,
          challenge: challengeOf(journey),
          returnUrl: returnUrl(tool, request),
          pageUrl: pageUrl(publicUrl, `/${tool}`, request),
        }),
      };
    },
    "POST /api/tools/{tool}/connection": async ({ params: { tool }, body, user, request }) => {
      await refuseClosed(user, tool);
      const { token: access, key: appKey = "" } = body;
      const grant = {
        way: "token",
        access,
        expiresAt: null,
        ...(appKey !== "" && { key: appKey }),
      } as const;
      const row = await answering(
        () => connections.connect({ userId: user.id, tool, address: request.ip }, grant),
        { reauth: "TOOL_TOKEN_WRONG" },
      );
      return wireConnection(row);
    },
    "DELETE /api/tools/{tool}/connection": async ({ params: { tool }, user, request }) => {
      if (!(await connections.disconnect(user.id, tool, request.ip)))
        throw new AppError("TOOL_NOT_CONNECTED");
      return {};
    },
    "GET /api/tools/{tool}/boards": async ({ params: { tool }, query, user }) => {
      const { id } = await connected(user, tool);
      const question = { search: query.search ?? "", most: limits.tools.boards };
      const found = await answering(() =>
        connections.use(id, (tokens) => clients[tool].boards(tokens, question)),
      );
      return { items: [...found.items], is_cut: found.isCut };
    },
    "GET /api/tools/{tool}/boards/{board}": async ({ params: { tool, board }, user }) => {
      const { id } = await connected(user, tool);
      return answering(() => connections.use(id, (tokens) => clients[tool].board(tokens, board)));
    },
  };
}
