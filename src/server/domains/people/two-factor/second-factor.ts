import { limits } from "#contract/limits.ts";
import type { SecondFactor } from "#server/domains/people/auth/second-step.ts";
import type { Alerts } from "#server/domains/people/sessions/alerts.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { AppKey } from "#server/platform/key.ts";
import { isAppCode, readCode, stepOf } from "./codes.ts";
import type { TwoFactorRepository } from "./two-factor.repository.ts";

export interface SecondFactorOptions {
  readonly repository: TwoFactorRepository;
  readonly attempts: Attempts;
  readonly alerts: Alerts;
  readonly key: AppKey;
  readonly clock: Clock;
}

/** Purpose that secrets are sealed for: the key of another purpose opens nothing. */
export const sealedFor = "totp";

export const hashRecoveryCode = (key: AppKey, userId: number, code: string) =>
  Buffer.from(key.sign("recovery code", `${userId}:${readCode(code)}`), "base64url");

export function createSecondFactor(options: SecondFactorOptions): SecondFactor {
  const { repository, attempts, alerts, key, clock } = options;
  const counted = (userId: number) => `second factor of ${userId}`;

  const takeAppCode = async (trx: Trx, userId: number, code: string) => {
    const sealed = await repository.sealedSecret(trx, userId);
    const secret = sealed === null ? null : key.open(sealedFor, sealed);
    const step = secret === null ? null : stepOf(code, secret, clock.now());
    return step !== null && (await repository.useStep(trx, userId, step));
  };

  return {
    async methods({ id, totp_enabled_at }) {
      if (totp_enabled_at === null) return { code: false, passkey: false };
      return { code: true, passkey: (await repository.countPasskeys(id)) > 0 };
    },

    countTry: (userId) =>
      attempts.take(counted(userId), {
        max: limits.twoFactor.perAccount,
        seconds: limits.twoFactor.seconds,
      }),

    forgive: (userId) => attempts.clear(counted(userId)),

    async take(trx, userId, typed, request) {
      const code = readCode(typed);
      if (isAppCode(code)) {
        if (!(await takeAppCode(trx, userId, code))) throw new AppError("TWO_FACTOR_WRONG");
        return;
      }
      if (!(await repository.useRecoveryCode(trx, userId, hashRecoveryCode(key, userId, code))))
        throw new AppError("TWO_FACTOR_WRONG");
      await alerts.raise(trx, userId, "recovery_code_used", request);
    },
  };
}
