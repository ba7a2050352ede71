import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/languages.ts";
import { SocialProvider, socialApi } from "#contract/social.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import { DiscoveryFailure } from "#server/integrations/openid/discovery.ts";
import { probeFailureOf } from "#server/integrations/probes/guarded-lookup.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import type { Session, SessionReader, SessionUser } from "#server/platform/session.ts";
import type { Accounts, UserRecord } from "../auth/accounts.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { Alerts } from "../sessions/alerts.ts";
import type { SessionEnds } from "../sessions/session-ends.ts";
import { readEndpoints } from "./endpoints.ts";
import { createFirstPassword } from "./first-password.ts";
import { createSocialOauthStates } from "./oauth-state.ts";
import { createProviders } from "./providers.ts";
import { createSocialRepository } from "./social.repository.ts";
import { socialReturn } from "./social-return.ts";
import { createSocialSignIn } from "./social-sign-in.ts";
import "./tables.ts";
import { linkedAccountsIn } from "./linked-accounts.ts";
import { samples } from "./samples.ts";

export interface SocialOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly settings: SettingsService;
  readonly sessions: SessionReader;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly alerts: Alerts;
  readonly ends: SessionEnds;
  readonly mailer: Mailer;
  readonly checkOwner: OwnerCheck;
  /** Empty when no public address is configured for this server. */
  readonly publicUrl: string;
  /** Text of `SOCIAL_ENDPOINTS`. */
  readonly socialEndpoints: string;
  readonly languageOf: (request: FastifyRequest) => Language;
  /** Emails the link that proves the address of a pending account. */
  readonly sendActivation: (trx: Trx, user: UserRecord) => Promise<unknown>;
  /** Notifies the operator of a newly opened account. */
  readonly tellOfAccount: (trx: Trx, user: UserRecord) => Promise<void>;
  /** Gives a new account the plan that every account starts with. */
  readonly beginPlan: BeginPlan;
  /** Whether a user without a password has another way in than social accounts. */
  readonly hasPasskeyWay: (trx: Trx, userId: number) => Promise<boolean>;
}

export function socialModule(options: SocialOptions) {
  const { db, clock, key, settings } = options;
  const social = createSocialRepository(db);
  const providers = createProviders(readEndpoints(options.socialEndpoints), clock);
  const journeys = createSocialOauthStates(key, clock);

  const { isOn, isCurrent, opens } = linkedAccountsIn(settings);
  const keysOf = (provider: SocialProvider) => {
    if (!isOn(provider)) throw new AppError("SOCIAL_OFF");
    const values = settings.get();
    return {
      id: values[`${provider}_id`],
      secret: settings.secret(`${provider}_secret`),
      version: values.facebook_version,
      prompt: provider === "openid" ? values.openid_prompt : values.google_prompt,
      issuer: values.openid_issuer,
      scopes: values.openid_scopes,
    };
  };
  const redirectUri = (provider: SocialProvider, request: FastifyRequest) =>
    callbackUrl(options.publicUrl, provider, request);

  const begin = async (
    door: Parameters<typeof journeys.start>[0],
    wanted: Parameters<typeof journeys.start>[1],
  ) => {
    const keys = keysOf(wanted.provider);
    const journey = journeys.start(door, wanted);
    const back = redirectUri(wanted.provider, door.request);
    try {
      return { auth_url: (await providers[wanted.provider].authorizationUrl(keys, journey, back)).href };
    } catch (error) {
      const failure = probeFailureOf(error);
      if (failure === undefined) throw error;
      door.request.log.warn(
        { provider: wanted.provider, detail: failure.message },
        "social sign-in could not start",
      );
      throw new AppError(failure instanceof DiscoveryFailure ? "SOCIAL_SETUP" : "SOCIAL_SILENT", {
        cause: error,
      });
    }
  };

  const beginLink = (
    door: Parameters<typeof journeys.start>[0],
    provider: SocialProvider,
    user: SessionUser,
    session: Session | null,
  ) => {
    if (session === null) throw new AppError("UNAUTHENTICATED");
    return begin(door, { provider, remembered: false, link: { id_user: user.id, id_session: session.id } });
  };

  const unlink = createUnlinking({ ...options, social, opens });
  const { enter, link } = createSocialSignIn({ ...options, social });
  const setFirstPassword = createFirstPassword({ ...options, social });

  return {
    doors: [
      /** The page to which providers send the browser back. */
      socialReturn({ ...options, journeys, providers, keysOf, redirectUri, enter, link }),
    ],
    samples,
    handlers: handlers(socialApi, {
      "GET /api/auth/{provider}": ({ params, query, ...door }) =>
        begin(door, { ...params, remembered: query.rememberMe ?? false, link: null }),
      "GET /api/auth/{provider}/link": async ({ params, user, session, ...door }) => {
        if (user.is_demo) throw new AppError("DEMO_READ_ONLY");
        // A sign-in just now is proof; a browser left open is not.
        if (session !== null && !(await social.isFresh(session.id)))
          await options.checkOwner(user.id, undefined);
        return beginLink(door, params.provider, user, session);
      },
      "POST /api/auth/{provider}/link": async ({ params, body, user, session, ...door }) => {
        await options.checkOwner(user.id, body?.password);
        return beginLink(door, params.provider, user, session);
      },
      "POST /api/auth/{provider}/unlink": async ({ params, body, user, request }) => {
        await options.checkOwner(user.id, body?.password);
        await unlink(user.id, params.provider, request);
        return {};
      },
      "GET /api/social-accounts": async ({ user }) => {
        const linked = (await social.list(user.id)).filter(isCurrent);
        return {
          items: linked.map(({ provider, label, created_at }) => ({
            provider,
            label,
            linked_at: created_at.toISOString(),
          })),
          available: SocialProvider.options.filter(isOn),
        };
      },
      "POST /api/set-social-password": async ({ body, user, ...door }) => {
        await setFirstPassword(user.id, body.password, door);
        return {};
      },
    }),
  };
}

/** Never built from what the browser sends: neither the host nor the scheme of the request is trusted here. */
const callbackUrl = (publicUrl: string, provider: SocialProvider, { socket }: FastifyRequest) =>
  new URL(`/auth/${provider}/callback`, publicUrl === "" ? `http://localhost:${socket.localPort}` : publicUrl)
    .href;

interface UnlinkingOptions extends Pick<SocialOptions, "db" | "alerts" | "hasPasskeyWay"> {
  readonly social: ReturnType<typeof createSocialRepository>;
  readonly opens: ReturnType<typeof linkedAccountsIn>["opens"];
}

/** Removes an external account from a user's ways to sign in: LAST_WAY_IN when it is the only one. */
const createUnlinking =
  ({ db, alerts, hasPasskeyWay, social, opens }: UnlinkingOptions) =>
  async (userId: number, provider: SocialProvider, request: FastifyRequest): Promise<void> => {
    await db.transaction().execute(async (trx) => {
      const { password_hash } = await social.hold(trx, userId);
      if (!(await social.unlink(trx, userId, provider))) throw new AppError("NOT_FOUND");
      const rest = await social.list(userId, trx);
      const canEnter = password_hash !== null || rest.some(opens) || (await hasPasskeyWay(trx, userId));
      if (!canEnter) throw new AppError("LAST_WAY_IN");
      await alerts.raise(trx, userId, "social_unlinked", request);
      await recordActivity(trx, {
        id_user: userId,
        action: "social.unlinked",
        changed: [provider],
        address: request.ip,
      });
    });
  };
