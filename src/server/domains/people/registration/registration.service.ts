import { sql } from "kysely";
import type { z } from "zod";
import { limits } from "#contract/limits.ts";
import type { registrationApi } from "#contract/registration.ts";
import type { SettingsService } from "#server/domains/installation/settings/settings.service.ts";
import type { BeginPlan } from "#server/domains/money/plans/subscriptions.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { type Attempts, networkOf } from "#server/platform/attempts.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "../auth/accounts.ts";
import type { Captcha } from "../auth/captcha.ts";
import { checkNewPassword } from "../auth/password-rules.ts";
import { hashPassword } from "../auth/passwords.ts";
import type { Door, SignIn } from "../auth/sign-in.ts";
import type { AccountLinks } from "./account-links.ts";
import { invalid, readProfile, refuseReservedName, refuseTaken } from "./new-account.ts";
import { type NewAccountServices, notifyNewAccount } from "./notify-new-account.ts";

export interface RegistrationOptions extends NewAccountServices {
  readonly db: Database;
  readonly attempts: Attempts;
  readonly settings: SettingsService;
  readonly captcha: Pick<Captcha, "check">;
  readonly links: AccountLinks;
  readonly signIn: SignIn;
  /** Gives a new account the default plan. */
  readonly beginPlan: BeginPlan;
}

type Register = (typeof registrationApi)["POST /api/register"];
type Body = z.output<Register["body"]>;

const { mails, mailSeconds, perAddress } = limits.attempts;

/** Self-registration. The form is validated before the puzzle is used up. */
export function createRegistration(options: RegistrationOptions) {
  const { db, attempts, settings, captcha, links, signIn } = options;

  const checkForm = async (body: Body) => {
    const now = settings.get();
    refuseReservedName(body.username, now);
    const profile = readProfile(body, now);
    const hasTerms = now.terms_and_conditions !== "" || now.privacy_policy !== "";
    if (hasTerms && !body.consent) throw new AppError("CONSENT_REQUIRED");
    await checkNewPassword(body.password, body);
    return profile;
  };

  return async (given: Body, door: Door): Promise<z.input<Register["response"]>> => {
    const { enable_registration, validate_email, smtp_valid, captcha_register } = settings.get();
    if (!enable_registration) throw new AppError("REGISTRATION_OFF");
    const body = { ...given, username: given.username.normalize("NFC") };
    const address = door.request.ip;
    await attempts.take(`register address ${networkOf(address)}`, { max: perAddress, seconds: mailSeconds });
    const profile = await checkForm(body);
    if (captcha_register) await captcha.check(body.captcha);
    await attempts.take(`register mail ${body.email.toLowerCase()}`, { max: mails, seconds: mailSeconds });

    // Without working email no address can be confirmed: the account is active at once, its address unconfirmed.
    const isMailed = validate_email && smtp_valid;
    const password_hash = await hashPassword(body.password);
    const make = async (trx: Trx): Promise<UserRecord> => {
      if (await isNameOfSomebody(trx, body.email)) throw invalid({ email: "users.email_taken" });
      const user = await trx
        .insertInto("users")
        .values({
          ...profile,
          username: body.username,
          email: body.email,
          language: body.language,
          password_hash,
          password_changed_at: sql<Date>`now()`,
          awaiting: isMailed ? "activation" : null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await options.beginPlan(trx, user.id);
      await recordActivity(trx, { id_user: user.id, action: "user.registered", address });
      if (isMailed) await links.activations.create(trx, user);
      else await notifyNewAccount(options, trx, user);
      return user;
    };
    const user = await db.transaction().execute(make).catch(refuseTaken);
    if (isMailed) return { activation: "mailed", email: user.email };
    const entry = { way: "password", remembered: false, hasSecondFactor: false } as const;
    return { activation: "none", signed_in: await signIn.enter(user, entry, door) };
  };
}

/** An invited user has their address as a name until they select one: both are used to sign in. */
async function isNameOfSomebody(trx: Trx, email: string): Promise<boolean> {
  const found = await trx
    .selectFrom("users")
    .select("id")
    .where(sql`lower(username)`, "=", sql<string>`lower(${email})`)
    .executeTakeFirst();
  return found !== undefined;
}
