import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import type { AutodeskClient } from "#server/integrations/autodesk/autodesk-client.ts";
import type { AutodeskKeys } from "#server/integrations/autodesk/keys.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Database } from "#server/platform/database.ts";
import { hashToken, readSessionToken, type SessionReader } from "#server/platform/session.ts";
import type { AutodeskOauthStates } from "./oauth-state.ts";
import type { TokenKeeper } from "./tokens.ts";

/**
 * Why connecting failed: the user declined, the OAuth state is not of this browser and session or is too old, Autodesk
 * is not open to the user, or Autodesk did not issue tokens.
 */
export type Reason = "denied" | "journey" | "off" | "failed";

export interface ReturnOptions {
  readonly db: Database;
  readonly attempts: Attempts;
  readonly sessions: SessionReader;
  readonly journeys: AutodeskOauthStates;
  readonly tokens: TokenKeeper;
  readonly client: Pick<AutodeskClient, "exchange" | "account">;
  readonly keys: () => AutodeskKeys;
  readonly redirectUri: (request: FastifyRequest) => string;
  /** Throws when Autodesk is not open to the user. */
  readonly assertOpen: (userId: number) => Promise<void>;
}

/**
 * OAuth callback of Autodesk. Whatever the outcome, the browser is redirected to our own page, which shows it; the
 * target is never read from the address.
 */
export function autodeskReturn(options: ReturnOptions) {
  return async function receiveReturns(server: FastifyInstance): Promise<void> {
    server.get("/api/autodesk/callback", async (request, reply) => {
      const reason = await arrive(options, request, reply).catch((error: unknown): Reason => {
        const { name, message } = error as { name?: string; message?: string };
        request.log.warn({ name, message }, "Autodesk was not connected");
        return "failed";
      });
      const end = reason === null ? "status=success" : `status=error&reason=${reason}`;
      return reply.header("cache-control", "no-store").redirect(`/autodesk?adsk_callback=1&${end}`, 302);
    });
  };
}

async function arrive(
  { db, attempts, sessions, journeys, tokens, client, keys, redirectUri, assertOpen }: ReturnOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reason | null> {
  const journey = journeys.finish(request, reply);
  const { code, state, error } = request.query as Readonly<Record<string, unknown>>;
  if (journey === undefined || typeof state !== "string" || !isSame(state, journey.state)) return "journey";
  const token = readSessionToken(request);
  const session = token === undefined ? undefined : await sessions.find(hashToken(token));
  if (session === undefined || session === "ended") return "journey";
  if (session.id !== journey.id_session || session.user.id !== journey.id_user) return "journey";
  if (error === "access_denied") return "denied";
  if (typeof code !== "string") return "failed";
  const { perAddress, seconds } = limits.attempts;
  // Each attempt costs a call to Autodesk.
  await attempts.take(`autodesk ${networkOf(request.ip)}`, { max: perAddress, seconds });
  const { id: userId } = session.user;
  const isOpen = await assertOpen(userId).then(
    () => true,
    () => false,
  );
  if (!isOpen) return "off";
  const made = await client.exchange(keys(), {
    code,
    verifier: journey.verifier,
    redirectUri: redirectUri(request),
  });
  // The account's name is optional: connecting does not fail without it.
  const account = await client.account(made.access).catch(() => ({ id: "", label: "" }));
  await db.transaction().execute(async (trx) => {
    await tokens.keep(trx, userId, made, account);
    await recordActivity(trx, { id_user: userId, action: "autodesk.connected", address: request.ip });
  });
  return null;
}

const isSame = (given: string, wanted: string) =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));
