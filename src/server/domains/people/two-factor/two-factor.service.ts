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

/** Proof that the account belongs to the caller: its password, or a code. */
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

/** Switches the second factor of an account on and off. */
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

    /** Returns a secret to enter in an app. Throws TWO_FACTOR_OFF, TWO_FACTOR_ON, and the errors of `checkOwner`. */
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

    /** Enables it with the first code of the app. Returns the recovery codes, which are not stored in plain text. */
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

    /** Disables it, also while the site has it switched off. */
    async disable(userId: number, shown: Shown, request: FastifyRequest): Promise<void> {
      await proved(userId, shown, request, async (trx) => {
        if (await repository.disable(trx, userId))
          await tell(trx, userId, "two_factor_off", "two_factor.switched_off", request);
      });
    },

    /** Replaces the recovery codes. Also throws TWO_FACTOR_INACTIVE. */
    async newRecoveryCodes(userId: number, shown: Shown, request: FastifyRequest): Promise<string[]> {
      const { totp_enabled_at } = await repository.find(userId);
      if (totp_enabled_at === null) throw new AppError("TWO_FACTOR_INACTIVE");
      return proved(userId, shown, request, async (trx) => {
        const codes = await freshCodes(trx, userId);
        await tell(trx, userId, null, "two_factor.renewed_codes", request);
        return codes;
      });
    },

    /** Removes it from another user's account; the caller has been authorized. */
    async reset(byId: number, userId: number, request: FastifyRequest): Promise<void> {
      // Removing one's own takes a password or a code: a borrowed browser must not do it.
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

/** Runs work that only the owner of an account may do. */
function createProof({
  db,
  secondFactor,
  checkOwner,
}: Pick<TwoFactorOptions, "db" | "secondFactor" | "checkOwner">) {
  /** Counts the attempt; it stays counted when `work` throws. */
  const counted = async <T>(userId: number, work: (trx: Trx) => Promise<T>): Promise<T> => {
    await secondFactor.countTry(userId);
    const result = await db.transaction().execute(work);
    await secondFactor.forgive(userId);
    return result;
  };

  /** Runs `work` in the transaction that uses up the code, or after the password was right. */
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

/** Alerts the owner and writes the activity log. */
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
