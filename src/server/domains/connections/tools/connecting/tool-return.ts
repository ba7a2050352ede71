import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ToolName, toolNames } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { type ToolClients, ToolFailure } from "#server/integrations/tools/tool-client.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import { hashToken, readSessionToken, type SessionReader } from "#server/platform/session.ts";
import type { Connections } from "./connections.ts";
import type { ToolOauthState, ToolOauthStates } from "./oauth-state.ts";

/** Why an OAuth flow failed, as passed to the tool's page (`?failed=…`). */
export type Ending = "denied" | "expired" | "off" | "refused" | "silent";

export interface ReturnOptions {
  readonly attempts: Attempts;
  readonly sessions: SessionReader;
  readonly journeys: ToolOauthStates;
  readonly clients: ToolClients;
  readonly connections: Pick<Connections, "connect">;
  readonly mayUse: (userId: number, tool: ToolName) => Promise<boolean>;
  readonly returnUrl: (tool: ToolName, request: FastifyRequest) => string;
}

/**
 * OAuth callback of a tool. It shows nothing: whatever the outcome, the browser is redirected to the tool's page of
 * this platform. The target is never read from the address.
 */
export function toolReturn(options: ReturnOptions) {
  const arrive = async (
    tool: ToolName,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Ending | null> => {
    const journey = options.journeys.finish(request, reply);
    const query = request.query as Readonly<Record<string, unknown>>;
    // Without a stored state, or with that of another tool or user, nothing in the address is read.
    if (journey === undefined || journey.tool !== tool || query["state"] !== journey.state) return "expired";
    if (!(await isSame(journey, request))) return "expired";
    if (!(await options.mayUse(journey.id_user, tool))) return "off";
    if (query["error"] !== undefined) return "denied";
    const { code } = query;
    if (typeof code !== "string" || code === "" || code.length > limits.tools.token) return "refused";
    const { perAddress, seconds } = limits.attempts;
    // Each attempt costs calls to the tool.
    await options.attempts.take(`tool ${networkOf(request.ip)}`, { max: perAddress, seconds });
    try {
      const { verifier } = journey;
      const returnUrl = options.returnUrl(tool, request);
      const grant = await options.clients[tool].exchange({ code, verifier, returnUrl });
      await options.connections.connect({ userId: journey.id_user, tool, address: request.ip }, grant);
      return null;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      request.log.warn({ tool, kind: error.kind, reason: error.reason }, "a tool could not be connected");
      return ["passing", "rate_limited", "quota_day"].includes(error.kind) ? "silent" : "refused";
    }
  };

  const isSame = async (
    { id_session, id_user }: ToolOauthState,
    request: FastifyRequest,
  ): Promise<boolean> => {
    const token = readSessionToken(request);
    const found = token === undefined ? undefined : await options.sessions.find(hashToken(token));
    return found !== undefined && found !== "ended" && found.id === id_session && found.user.id === id_user;
  };

  return async function receiveReturns(server: FastifyInstance): Promise<void> {
    for (const tool of toolNames)
      server.get(`/auth/tools/${tool}/callback`, async (request, reply) => {
        const failed = await arrive(tool, request, reply);
        const end = failed === null ? "connected=1" : `failed=${failed}`;
        return reply.header("cache-control", "no-store").redirect(`/${tool}?${end}`, 302);
      });
  };
}
