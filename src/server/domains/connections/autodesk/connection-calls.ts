import type { FastifyRequest } from "fastify";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import type { IntegrationEndpoints } from "#server/integrations/endpoints.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Log } from "#server/platform/log.ts";
import { challengeOf } from "#server/platform/oauth-state.ts";
import type { AutodeskCalls, CallContext, Caller } from "./call-context.ts";
import type { AutodeskOauthStates } from "./oauth-state.ts";
import { answering } from "./refusals.ts";

export interface ConnectionTools extends CallContext {
  readonly log: Log;
  readonly openings: FeatureGatesReader;
  readonly journeys: AutodeskOauthStates;
  readonly endpoints: IntegrationEndpoints["autodesk"];
  readonly redirectUri: (request: FastifyRequest) => string;
}

type Calls =
  | "GET /api/autodesk/check-config"
  | "GET /api/autodesk/auth-url"
  | "GET /api/autodesk/check-auth"
  | "GET /api/autodesk/get-access-token"
  | "POST /api/autodesk/refresh"
  | "POST /api/autodesk/logout";

/** Calls for availability, connecting, the viewer's tokens and disconnecting. */
export function connectionCalls(tools: ConnectionTools): Pick<AutodeskCalls, Calls> {
  const { db, clock, log, client, tokens, keys, hasKeys, assertReady, openings, journeys, endpoints } = tools;
  const viewerToken = ({ user, reply }: Caller, isForced: boolean) =>
    answering(reply, async () => {
      await assertReady(user.id);
      const { access, until } = await tokens.tokenFor(user.id, "viewer", isForced);
      const expires_in = Math.max(1, Math.floor((until - clock.now().getTime()) / 1000));
      return { access_token: access, expires_in };
    });

  return {
    "GET /api/autodesk/check-config": async ({ user }) => {
      const refusal = (await openings(user.id)).autodesk;
      const off_because =
        refusal === null ? (hasKeys() ? null : "keys") : refusal === "plan" ? "plan" : "site";
      return {
        configured: off_because === null,
        off_because,
        viewer: {
          script: `${endpoints.viewer}/viewer3D.min.js`,
          styles: `${endpoints.viewer}/style.min.css`,
        },
      };
    },
    "GET /api/autodesk/auth-url": async ({ user, session, request, reply }) => {
      if (user.is_demo) throw new AppError("DEMO_READ_ONLY");
      await assertReady(user.id);
      if (session === null) throw new AppError("UNAUTHENTICATED");
      const who = { id_user: user.id, id_session: session.id };
      const journey = journeys.start({ request, reply }, who);
      const { state } = journey;
      const back = { state, challenge: challengeOf(journey), redirectUri: tools.redirectUri(request) };
      return { authUrl: client.authorizationUrl(keys(), back) };
    },
    "GET /api/autodesk/check-auth": async ({ user }) => {
      await assertReady(user.id);
      const found = await tokens.connection(user.id);
      return {
        authenticated: found !== null,
        account: found?.account ?? "",
        expires_at: found?.until.toISOString() ?? null,
      };
    },
    "GET /api/autodesk/get-access-token": (caller) => viewerToken(caller, false),
    "POST /api/autodesk/refresh": (caller) => viewerToken(caller, true),
    "POST /api/autodesk/logout": async ({ user, request }) => {
      const refresh = await db.transaction().execute(async (trx) => {
        const removed = await tokens.remove(trx, user.id);
        if (removed !== null)
          await recordActivity(trx, {
            id_user: user.id,
            action: "autodesk.disconnected",
            address: request.ip,
          });
        return removed;
      });
      // The connection is deleted here whatever Autodesk answers.
      if (refresh !== null && hasKeys())
        await client
          .revoke(keys(), refresh)
          .catch((error: Error) =>
            log.warn({ error: error.message }, "autodesk: access could not be revoked"),
          );
      return {};
    },
  };
}
