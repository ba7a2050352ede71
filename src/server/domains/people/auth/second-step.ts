import type { FastifyRequest } from "fastify";
import type { Entered } from "#contract/auth.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UserRecord } from "./accounts.ts";
import type { Challenges } from "./challenges.ts";
import type { Door, Methods, SignIn } from "./sign-in.ts";
import type { SignInRecords } from "./sign-in-records.ts";

/** The sign-in's view of second factors, which another domain stores. */
export interface SecondFactor {
  /** The methods that the account can use; none when no second factor is required. */
  methods(user: Pick<UserRecord, "id" | "totp_enabled_at">): Promise<Methods>;
  /** Counts one attempt of this account, by any method. Throws RATE_LIMITED. */
  countTry(userId: number): Promise<void>;
  /** Accepts a code of the app or a recovery code, each once. Throws TWO_FACTOR_WRONG. */
  take(trx: Trx, userId: number, code: string, request: FastifyRequest): Promise<void>;
  /** Resets the count after a success. */
  forgive(userId: number): Promise<void>;
}

export interface SecondStepOptions {
  readonly challenges: Challenges;
  readonly secondFactor: SecondFactor;
  readonly records: SignInRecords;
  readonly signIn: SignIn;
}

/** Finishes a sign-in that waits for its second factor, with a code. */
export interface SecondStep {
  ask(request: FastifyRequest): Promise<{ pending: boolean; methods: Methods }>;
  /** Throws TWO_FACTOR_EXPIRED, TWO_FACTOR_WRONG or RATE_LIMITED. */
  answer(code: string, door: Door): Promise<Entered>;
}

export function createSecondStep({
  challenges,
  secondFactor,
  records,
  signIn,
}: SecondStepOptions): SecondStep {
  return {
    async ask(request) {
      const pending = await signIn.pending(request);
      if (pending === undefined) return { pending: false, methods: { code: false, passkey: false } };
      return { pending: true, methods: await secondFactor.methods(pending.user) };
    },

    async answer(code, door) {
      const pending = await signIn.pending(door.request);
      if (pending === undefined) throw new AppError("TWO_FACTOR_EXPIRED");
      const { user, entry, tokenHash } = pending;
      // Counted by account: an attacker with the password could otherwise guess on with one sign-in after another.
      await secondFactor.countTry(user.id);
      if (!(await challenges.countTry(tokenHash))) throw new AppError("TWO_FACTOR_EXPIRED");
      try {
        const entered = await signIn.finish(pending, door, (trx) =>
          secondFactor.take(trx, user.id, code, door.request),
        );
        await secondFactor.forgive(user.id);
        return entered;
      } catch (error) {
        if (error instanceof AppError && error.code === "TWO_FACTOR_WRONG")
          await records.failed(user.id, entry.way, door.request);
        throw error;
      }
    },
  };
}
