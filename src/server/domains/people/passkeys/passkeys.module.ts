import { limits } from "#contract/limits.ts";
import { type Passkey, passkeysApi } from "#contract/passkeys.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Accounts } from "../auth/accounts.ts";
import type { OwnerCheck } from "../auth/owner-check.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { SignInRecords } from "../auth/sign-in-records.ts";
import type { Alerts } from "../sessions/alerts.ts";
import { askForNew, readNew } from "./ceremony.ts";
import { createPasskeyChallenges } from "./passkey-challenges.ts";
import { createPasskeySignIn } from "./passkey-sign-in.ts";
import { passkeyPolicy } from "./passkeys.policy.ts";
import { createPasskeysRepository, type PasskeyRecord } from "./passkeys.repository.ts";
import { relyingParty } from "./relying-party.ts";
import "./tables.ts";
import { samples } from "./samples.ts";

export interface PasskeysOptions {
  readonly db: Database;
  readonly settings: { get(): { readonly website_name: string } };
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly records: Pick<SignInRecords, "failed">;
  readonly alerts: Alerts;
  readonly checkOwner: OwnerCheck;
  /** Empty when no public address of this server is configured. */
  readonly publicUrl: string;
  /** Whether a user without a password has another way to sign in than passkeys. */
  readonly hasSocialWay: (trx: Trx, userId: number) => Promise<boolean>;
}

export function passkeysModule(options: PasskeysOptions) {
  const { db, settings, alerts } = options;
  const passkeys = createPasskeysRepository(db);
  const challenges = createPasskeyChallenges(db);
  const signIn = createPasskeySignIn({ ...options, passkeys, challenges });

  const note = (trx: Trx, id_user: number, verb: string, { id, name }: PasskeyRecord, address: string) =>
    recordActivity(trx, {
      id_user,
      action: `passkey.${verb}`,
      subject: { kind: "passkey", id, name },
      address,
    });

  return {
    policies: { passkey: passkeyPolicy(db) },
    samples,
    handlers: handlers(passkeysApi, {
      "GET /api/passkeys": async ({ user }) => ({ items: (await passkeys.list(user.id)).map(wire) }),
      "POST /api/passkeys/options": async ({ body, user, ...exchange }) => {
        const site = relyingParty(options.publicUrl, exchange.request);
        const account = await options.checkOwner(user.id, body.password);
        const present = await passkeys.list(user.id);
        refuseFull(present);
        const asked = await askForNew(site, settings.get().website_name, account, present);
        await challenges.keep(exchange, "create", { challenge: asked.challenge, id_user: user.id });
        return { ...asked };
      },
      "POST /api/passkeys": async ({ body, user, ...exchange }) => {
        const { request } = exchange;
        const site = relyingParty(options.publicUrl, request);
        const asked = await challenges.take(exchange, "create", body.credential);
        // Bound to the user who gave the password: no other may answer.
        if (asked === undefined || asked.id_user !== user.id) throw new AppError("PASSKEY_WRONG");
        const made = await readNew(body.credential, asked.challenge, site);
        return db.transaction().execute(async (trx) => {
          await passkeys.hold(trx, user.id);
          refuseFull(await passkeys.list(user.id, trx));
          const kept = await passkeys.insert(trx, { ...made, id_user: user.id, name: body.name });
          if (kept === undefined) throw new AppError("PASSKEY_WRONG");
          await alerts.raise(trx, user.id, "passkey_added", request);
          await note(trx, user.id, "added", kept, request.ip);
          return wire(kept);
        });
      },
      "PUT /api/passkeys/{id}": ({ subject, body, user, request }) =>
        db.transaction().execute(async (trx) => {
          const renamed = await passkeys.rename(trx, subject, body.name);
          await note(trx, user.id, "renamed", renamed, request.ip);
          return wire(renamed);
        }),
      "DELETE /api/passkeys/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          const { password_hash } = await passkeys.hold(trx, user.id);
          await passkeys.remove(trx, subject);
          const isLast = (await passkeys.list(user.id, trx)).length === 0;
          if (password_hash === null && isLast && !(await options.hasSocialWay(trx, user.id)))
            throw new AppError("LAST_WAY_IN");
          await alerts.raise(trx, user.id, "passkey_removed", request);
          await note(trx, user.id, "removed", subject, request.ip);
        });
        return {};
      },
      "POST /api/passkeys/sign-in/options": ({ body, ...exchange }) =>
        signIn.ask(exchange, body?.anew === true),
      "POST /api/passkeys/sign-in": ({ body, ...door }) =>
        signIn.answer(body.credential, body.rememberMe, door),
    }),
  };
}

function refuseFull(present: readonly unknown[]): void {
  const { perAccount } = limits.passkeys;
  if (present.length >= perAccount) throw new AppError("PASSKEYS_FULL", { values: { n: perAccount } });
}

function wire({ id, name, synced, created_at, last_used_at }: PasskeyRecord): Passkey {
  return {
    id,
    name,
    synced,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
