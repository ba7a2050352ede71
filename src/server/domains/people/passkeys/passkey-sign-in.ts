import type { FastifyReply, FastifyRequest } from "fastify";
import type { SignedIn } from "#contract/auth.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Accounts, UserRecord } from "../auth/accounts.ts";
import type { Door, PendingSignIn, SignIn } from "../auth/sign-in.ts";
import type { SignInRecords } from "../auth/sign-in-records.ts";
import { askForAny, isMeantFor, readUse } from "./ceremony.ts";
import type { Challenge, PasskeyChallenges } from "./passkey-challenges.ts";
import type { PasskeyRecord, PasskeysRepository } from "./passkeys.repository.ts";
import { relyingParty } from "./relying-party.ts";

export interface PasskeySignInOptions {
  readonly db: Database;
  readonly passkeys: PasskeysRepository;
  readonly challenges: PasskeyChallenges;
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly records: Pick<SignInRecords, "failed">;
  readonly publicUrl: string;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Found {
  readonly passkey: PasskeyRecord;
  readonly user: UserRecord;
}

/**
 * A passkey as a way to sign in, and as the second factor of a waiting sign-in. With user verification (finger, face or
 * PIN) it counts as two factors; without, it is the first or the second, never both.
 */
export function createPasskeySignIn({
  db,
  passkeys,
  challenges,
  accounts,
  signIn,
  records,
  publicUrl,
}: PasskeySignInOptions) {
  const prove = async (trx: Trx, passkey: PasskeyRecord, counter: number) => {
    if (!(await passkeys.use(trx, passkey, counter))) throw new AppError("PASSKEY_WRONG");
  };

  return {
    /** `anew`: ignores a sign-in that waits for its second factor, and accepts any user's passkey. */
    async ask(exchange: Exchange, anew: boolean): Promise<Record<string, unknown>> {
      const site = relyingParty(publicUrl, exchange.request);
      const pending = anew ? undefined : await signIn.pending(exchange.request);
      const among = pending === undefined ? [] : await passkeys.list(pending.user.id);
      const asked = await askForAny(site, among);
      const id_user = pending?.user.id ?? null;
      await challenges.keep(exchange, "sign-in", { challenge: asked.challenge, id_user });
      return { ...asked };
    },

    async answer(credential: Record<string, unknown>, remembered: boolean, door: Door): Promise<SignedIn> {
      const site = relyingParty(publicUrl, door.request);
      const asked = await challenges.take(door, "sign-in", credential);
      if (asked === undefined) throw new AppError("PASSKEY_WRONG");
      const pending = await pendingOf(asked, door);
      const known = await whose(credential);
      try {
        const { passkey, user } = usable(known, credential);
        const { counter, isOwnerVerified } = await readUse(credential, asked.challenge, site, passkey);
        if (pending === undefined) {
          await db.transaction().execute((trx) => prove(trx, passkey, counter));
          const entry = { way: "passkey", remembered, hasSecondFactor: isOwnerVerified } as const;
          return await signIn.enter(user, entry, door);
        }
        const isSecond = pending.entry.way !== "passkey" || isOwnerVerified;
        if (pending.user.id !== user.id || !isSecond) throw new AppError("PASSKEY_WRONG");
        return await signIn.finish(pending, door, (trx) => prove(trx, passkey, counter));
      } catch (error) {
        if (error instanceof AppError && error.code === "PASSKEY_WRONG")
          await records.failed(known?.user.id ?? null, "passkey", door.request);
        throw error;
      }
    },
  };

  /** The sign-in that the challenge was issued for. Throws TWO_FACTOR_EXPIRED when it no longer waits. */
  async function pendingOf({ id_user }: Challenge, { request }: Door): Promise<PendingSignIn | undefined> {
    if (id_user === null) return undefined;
    const pending = await signIn.pending(request);
    if (pending?.user.id !== id_user) throw new AppError("TWO_FACTOR_EXPIRED");
    return pending;
  }

  async function whose({ id }: Record<string, unknown>): Promise<Found | undefined> {
    const passkey = typeof id === "string" ? await passkeys.findByCredential(id) : undefined;
    const user = passkey === undefined ? undefined : await accounts.findById(passkey.id_user);
    return passkey === undefined || user === undefined ? undefined : { passkey, user };
  }
}

/** Unknown, of another user, or of an account without access: the answer is the same. */
function usable(found: Found | undefined, credential: Record<string, unknown>): Found {
  if (found === undefined || !isMeantFor(credential, found.user)) throw new AppError("PASSKEY_WRONG");
  const { locked_at, awaiting, is_demo } = found.user;
  if (locked_at !== null || awaiting !== null || is_demo) throw new AppError("PASSKEY_WRONG");
  return found;
}
