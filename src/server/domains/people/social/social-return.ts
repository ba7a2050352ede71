import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuthorizationResponseError } from "openid-client";
import { limits } from "#contract/limits.ts";
import { SocialProvider } from "#contract/social.ts";
import { DiscoveryFailure } from "#server/integrations/openid/discovery.ts";
import { probeFailureOf } from "#server/integrations/probes/guarded-lookup.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import { AppError } from "#server/platform/errors.ts";
import { hashToken, readSessionToken, type Session, type SessionReader } from "#server/platform/session.ts";
import type { Door } from "../auth/sign-in.ts";
import type { SocialOauthState, SocialOauthStates } from "./oauth-state.ts";
import type { Identity, ProviderKeys } from "./provider.ts";
import type { Providers } from "./providers.ts";

/** How a sign-in round trip ended, as passed to the page that opens next (`?social=…`). */
export type Ending =
  | "denied"
  | "failed"
  | "unreachable"
  | "registration_off"
  | "email_taken"
  | "email_missing"
  | "email_unconfirmed"
  | "confirm_email"
  | "taken"
  | "linked";

export interface ReturnOptions {
  readonly attempts: Attempts;
  readonly sessions: SessionReader;
  readonly journeys: SocialOauthStates;
  readonly providers: Providers;
  /** Throws SOCIAL_OFF for a provider that is switched off or has no keys. */
  keysOf(provider: SocialProvider): ProviderKeys;
  redirectUri(provider: SocialProvider, request: FastifyRequest): string;
  /** Signs the person in. Returns the path to go to, always one of this site's own. */
  enter(identity: Identity, journey: SocialOauthState, door: Door): Promise<string>;
  link(identity: Identity, session: Session, request: FastifyRequest): Promise<Ending>;
}

export const loginPath = (ending: Ending) => `/login?social=${ending}`;
const profilePath = (ending: Ending) => `/editprofile?social=${ending}#security`;

/**
 * The page to which a provider sends the browser back. It renders nothing: in every case the browser is redirected to a
 * page of this site that does. The target is never read from the address.
 */
export function socialReturn(options: ReturnOptions) {
  const arrive = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    const journey = options.journeys.finish(request, reply);
    const provider = SocialProvider.safeParse((request.params as { provider?: unknown }).provider);
    // No OAuth state, or that of another provider: nothing in the address is read.
    if (journey === undefined || journey.provider !== provider.data) return loginPath("failed");
    const session = await findSession(request, options.sessions);
    if (journey.link !== null && !isSame(journey.link, session)) return loginPath("failed");
    const end = journey.link === null ? loginPath : profilePath;
    try {
      const identity = await identify(options, journey, request);
      if (journey.link !== null && session !== null)
        return profilePath(await options.link(identity, session, request));
      return await options.enter(identity, journey, { session, request, reply });
    } catch (error) {
      if (isAuthorizationResponse(error) && error.error === "access_denied") return end("denied");
      report(request, journey, error);
      return end(isOutOfOrder(error) ? "unreachable" : "failed");
    }
  };
  return async function receiveReturns(server: FastifyInstance): Promise<void> {
    server.get("/auth/:provider/callback", async (request, reply) => {
      const path = await arrive(request, reply);
      return reply.header("cache-control", "no-store").redirect(clean(path, request.url), 303);
    });
  };
}

/** By its name, since the library is loaded only when a user signs in this way. */
const isAuthorizationResponse = (error: unknown): error is AuthorizationResponseError =>
  error instanceof Error && error.name === "AuthorizationResponseError";

/** Retrying may help: the provider did not answer, or reported itself that it cannot now (RFC 6749, 4.1.2.1). */
function isOutOfOrder(error: unknown): boolean {
  if (isAuthorizationResponse(error))
    return error.error === "temporarily_unavailable" || error.error === "server_error";
  const failure = probeFailureOf(error);
  return failure !== undefined && !(failure instanceof DiscoveryFailure);
}

/**
 * Facebook leaves `#_=_` in the address, which a browser keeps unless the new address has a fragment, even an empty
 * one.
 */
const clean = (path: string, cameTo: string) =>
  cameTo.startsWith("/auth/facebook/") && !path.includes("#") ? `${path}#` : path;

async function identify(
  options: ReturnOptions,
  journey: SocialOauthState,
  request: FastifyRequest,
): Promise<Identity> {
  const { perAddress, seconds } = limits.attempts;
  // Each attempt costs a call to the provider.
  await options.attempts.take(`social ${networkOf(request.ip)}`, { max: perAddress, seconds });
  const { provider } = journey;
  const returned = new URL(options.redirectUri(provider, request));
  returned.search = request.url.includes("?") ? request.url.slice(request.url.indexOf("?")) : "";
  return options.providers[provider].identify(options.keysOf(provider), journey, returned);
}

async function findSession(request: FastifyRequest, sessions: SessionReader): Promise<Session | null> {
  const token = readSessionToken(request);
  const found = token === undefined ? undefined : await sessions.find(hashToken(token));
  return found === undefined || found === "ended" ? null : found;
}

const isSame = (link: NonNullable<SocialOauthState["link"]>, session: Session | null) =>
  session !== null && session.id === link.id_session && session.user.id === link.id_user;

/** Logs what went wrong for the operator; never codes, tokens or email addresses. */
function report(request: FastifyRequest, { provider }: SocialOauthState, error: unknown): void {
  const { name, message, code } = error as { name?: string; message?: string; code?: string };
  if (error instanceof AppError) request.log.info({ provider, code }, "social sign-in refused");
  else request.log.warn({ provider, name, message, code }, "social sign-in failed");
}
