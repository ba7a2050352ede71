import type { FastifyRequest } from "fastify";
import { limits } from "#contract/limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import type { SecondFactor } from "#server/domains/people/auth/second-step.ts";
import type { AlertKind, Alerts } from "#server/domains/people/sessions/alerts.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { inGroups, newRecoveryCode, newSecret, readCode, secretUri, stepOf } from "./codes.ts";
import { hashRecoveryCode, sealedFor } from "./second-factor.ts";
import type { TwoFactorRepository } from "./two-factor.repository.ts";

/** What somebody shows to prove that the account is his: its password, or a code. */
export interface Shown {
  readonly password?: string | undefined;
  readonly code?: string | undefined;
}

export interface TwoFactorOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly settings: { get(): Pick<SettingValues, "2fa_enable" | "website_name"> };
  readonly repository: TwoFactorRepository;
  readonly secondFactor: SecondFactor;
  readonly alerts: Alerts;
  /** Throws PASSWORD_WRONG or RATE_LIMITED; an account without a password passes. */
  readonly checkOwner: (
    userId: number,
    password: string | undefined,
  ) => Promise<{ readonly password_hash: string | null }>;
}

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** Switching the second factor of an account on and off. */
export function createTwoFactorService(options: TwoFactorOptions) {
  const { db, key, clock, settings, repository, secondFactor, alerts, checkOwner } = options;

  const refuseWhenOff = () => {
    if (!settings.get()["2fa_enable"]) throw new AppError("TWO_FACTOR_OFF");
  };

  const { counted, proved } = createProof({ db, secondFactor, checkOwner });
  const freshCodes = (trx: Trx, userId: number) => replaceCodes(trx, userId, { key, repository });
  const tell = createTeller(alerts);

  return {
    async state(userId: number) {
      const { totp_enabled_at } = await repository.find(userId);
      return {
        enabled: totp_enabled_at !== null,
        recovery_codes_left: await repository.countRecoveryCodes(userId),
        passkeys: await repository.countPasskeys(userId),
      };
    },

    /** A secret to put into an app. Throws TWO_FACTOR_OFF, TWO_FACTOR_ON, and what `checkOwner` does. */
    async setUp(userId: number, password: string | undefined) {
      refuseWhenOff();
      await checkOwner(userId, password);
      const { email, totp_enabled_at } = await repository.find(userId);
      if (totp_enabled_at !== null) throw new AppError("TWO_FACTOR_ON");
      const secret = newSecret();
      await repository.keepPending(userId, key.seal(sealedFor, secret));
      const issuer = settings.get().website_name;
      return { secret: inGroups(secret), uri: secretUri(secret, { issuer, label: email }) };
    },

    /** Switches it on with the first code of the app. Returns the recovery codes, which are not kept. */
    async confirm(userId: number, typed: string, request: FastifyRequest): Promise<string[]> {
      refuseWhenOff();
      const { totp_pending: sealed } = await repository.find(userId);
      const secret = sealed === null ? null : key.open(sealedFor, sealed);
      if (sealed === null || secret === null) throw new AppError("TWO_FACTOR_NOT_PENDING");
      return counted(userId, async (trx) => {
        const step = stepOf(readCode(typed), secret, clock.now());
        if (step === null) throw new AppError("TWO_FACTOR_WRONG");
        if (!(await repository.enable(trx, userId, sealed, step)))
          throw new AppError("TWO_FACTOR_NOT_PENDING");
        const codes = await freshCodes(trx, userId);
        await tell(trx, userId, "two_factor_on", "two_factor.switched_on", request);
        return codes;
      });
    },

    /** Switches it off, also while the site has it switched off. */
    async disable(userId: number, shown: Shown, request: FastifyRequest): Promise<void> {
      await proved(userId, shown, request, async (trx) => {
        if (await repository.disable(trx, userId))
          await tell(trx, userId, "two_factor_off", "two_factor.switched_off", request);
      });
    },

    /** New recovery codes in place of the old ones. Throws TWO_FACTOR_INACTIVE besides. */
    async newRecoveryCodes(userId: number, shown: Shown, request: FastifyRequest): Promise<string[]> {
      const { totp_enabled_at } = await repository.find(userId);
      if (totp_enabled_at === null) throw new AppError("TWO_FACTOR_INACTIVE");
      return proved(userId, shown, request, async (trx) => {
        const codes = await freshCodes(trx, userId);
        await tell(trx, userId, null, "two_factor.renewed_codes", request);
        return codes;
      });
    },

    /** Takes it off somebody else's account; the caller has been allowed to. */
    async reset(byId: number, userId: number, request: FastifyRequest): Promise<void> {
      // One's own goes with a password or a code: a borrowed browser must not do it.
      if (byId === userId) throw new AppError("NOT_YOURSELF");
      const { username } = await repository.find(userId);
      await db.transaction().execute(async (trx) => {
        if (!(await repository.disable(trx, userId))) return;
        await alerts.raise(trx, userId, "two_factor_reset", request);
        await recordActivity(trx, {
          id_user: byId,
          action: "two_factor.reset",
          subject: { kind: "user", id: userId, name: username },
          address: request.ip,
        });
      });
    },
  };
}

/** Does what only the owner of an account may do. */
function createProof({
  db,
  secondFactor,
  checkOwner,
}: Pick<TwoFactorOptions, "db" | "secondFactor" | "checkOwner">) {
  /** Counts the try; what `work` throws leaves it counted. */
  const counted = async <T>(userId: number, work: (trx: Trx) => Promise<T>): Promise<T> => {
    await secondFactor.countTry(userId);
    const result = await db.transaction().execute(work);
    await secondFactor.forgive(userId);
    return result;
  };

  /** Does `work` in the transaction that takes the code, or after the password was right. */
  const proved = async <T>(
    userId: number,
    { password, code }: Shown,
    request: FastifyRequest,
    work: (trx: Trx) => Promise<T>,
  ): Promise<T> => {
    if (code !== undefined && code !== "")
      return counted(userId, async (trx) => {
        await secondFactor.take(trx, userId, code, request);
        return work(trx);
      });
    const account = await checkOwner(userId, password);
    if (account.password_hash === null) throw new AppError("TWO_FACTOR_WRONG");
    return db.transaction().execute(work);
  };

  return { counted, proved };
}

async function replaceCodes(
  trx: Trx,
  userId: number,
  { key, repository }: Pick<TwoFactorOptions, "key" | "repository">,
): Promise<string[]> {
  const codes = Array.from({ length: limits.twoFactor.recoveryCodes }, newRecoveryCode);
  await repository.replaceRecoveryCodes(
    trx,
    userId,
    codes.map((code) => hashRecoveryCode(key, userId, code)),
  );
  return codes;
}

/** Alerts the owner, and writes the deed down. */
const createTeller =
  (alerts: Alerts) =>
  async (
    trx: Trx,
    userId: number,
    alert: AlertKind | null,
    action: Activity["action"],
    request: FastifyRequest,
  ) => {
    if (alert !== null) await alerts.raise(trx, userId, alert, request);
    await recordActivity(trx, { id_user: userId, action, address: request.ip });
  };
