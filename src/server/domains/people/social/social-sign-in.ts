import type { FastifyRequest } from "fastify";
import type { Language } from "#contract/languages.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Session } from "#server/platform/session.ts";
import type { Accounts, UserRecord } from "../auth/accounts.ts";
import type { Door, SignIn } from "../auth/sign-in.ts";
import type { Alerts } from "../sessions/alerts.ts";
import { makeAccount } from "./new-account.ts";
import type { SocialOauthState } from "./oauth-state.ts";
import type { Identity } from "./provider.ts";
import type { SocialRepository } from "./social.repository.ts";
import { type Ending, loginPath } from "./social-return.ts";

export interface SocialSignInOptions {
  readonly db: Database;
  readonly settings: SettingsService;
  readonly accounts: Accounts;
  readonly social: SocialRepository;
  readonly signIn: SignIn;
  readonly alerts: Alerts;
  readonly languageOf: (request: FastifyRequest) => Language;
  readonly sendActivation: (trx: Trx, user: UserRecord) => Promise<unknown>;
  readonly tellOfAccount: (trx: Trx, user: UserRecord) => Promise<void>;
  /** Gives a new account the plan that every account starts with. */
  readonly beginPlan: BeginPlan;
}

type Addressed = Identity & { readonly email: string };

/**
 * Resolves a provider's account to an account here. A linked one opens its account. An unknown one never opens an
 * existing account, whatever address it carries: the owner signs in and links it in the profile. Otherwise an account
 * is created where registration is open:
 * - with an address the provider vouches for (Google, OpenID Connect): at once and linked;
 * - with any other address (Facebook, X, an unconfirmed one of the other two): awaiting the link of the activation
 * email and NOT linked, or a person who gave another person's address would have a way into the account once its owner
 * activates it;
 * - without an address, or when email does not work: not at all.
 */
export function createSocialSignIn(options: SocialSignInOptions) {
  const { db, settings, accounts, social, signIn, alerts } = options;

  const open = async (user: UserRecord, { remembered }: SocialOauthState, door: Door, home: string) => {
    // The sign-in itself refuses locked accounts and accounts that await something.
    if (user.is_demo) return loginPath("failed");
    const entry = { way: "social", remembered, hasSecondFactor: false } as const;
    const { requires_2fa } = await signIn.enter(user, entry, door);
    return requires_2fa ? "/2fa" : home;
  };

  const register = async (identity: Addressed, { request }: Door): Promise<UserRecord | undefined> =>
    db.transaction().execute(async (trx) => {
      const user = await makeAccount(trx, {
        identity,
        language: options.languageOf(request),
        refusedNames: settings.get().furl_blacklist,
      });
      if (user === undefined) return undefined;
      await options.beginPlan(trx, user.id);
      if (!identity.isEmailVerified) await options.sendActivation(trx, user);
      else if (!(await social.link(trx, user.id, identity))) throw new AppError("CONFLICT");
      else await options.tellOfAccount(trx, user);
      const { provider } = identity;
      const address = request.ip;
      await recordActivity(trx, {
        id_user: user.id,
        action: "user.registered",
        changed: [provider],
        address,
      });
      return user;
    });

  return {
    async enter(identity: Identity, journey: SocialOauthState, door: Door): Promise<string> {
      const owner = await social.findOwner(identity);
      const known = owner === undefined ? undefined : await accounts.findById(owner);
      // The sign-in page forwards a browser with a session to where it was going: only that browser remembers the
      // target.
      if (known !== undefined) return open(known, journey, door, "/login");
      const { enable_registration, smtp_valid } = settings.get();
      const { email, isEmailVerified } = identity;
      if (email !== null && (await social.isEmailTaken(email))) return loginPath("email_taken");
      if (!enable_registration) return loginPath("registration_off");
      if (email === null) return loginPath("email_missing");
      if (!isEmailVerified && !smtp_valid) return loginPath("email_unconfirmed");
      const user = await register({ ...identity, email }, door);
      if (user === undefined) return loginPath("email_taken");
      return isEmailVerified ? open(user, journey, door, "/setup-password") : loginPath("confirm_email");
    },

    async link(identity: Identity, { user }: Session, request: FastifyRequest): Promise<Ending> {
      const { provider } = identity;
      return db.transaction().execute(async (trx) => {
        await social.hold(trx, user.id);
        if (!(await social.link(trx, user.id, identity)))
          return (await social.findOwner(identity, trx)) === user.id ? "linked" : "taken";
        await alerts.raise(trx, user.id, "social_linked", request);
        await recordActivity(trx, {
          id_user: user.id,
          action: "social.linked",
          changed: [provider],
          address: request.ip,
        });
        return "linked";
      });
    },
  };
}
