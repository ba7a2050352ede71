import type { FastifyReply, FastifyRequest } from "fastify";
import type { Entered, SignedIn } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import { setBearer, userBearer } from "#server/platform/bearers.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import {
  browserHash,
  clearChallengeCookie,
  clearSessionCookie,
  hashToken,
  newToken,
  readChallengeToken,
  type Session,
  setChallengeCookie,
  setSessionCookie,
} from "#server/platform/session.ts";
import type { UserRecord } from "./accounts.ts";
import { sessionEnded } from "./auth.events.ts";
import { type AuthRepository, markOfPassword } from "./auth.repository.ts";
import type { Challenges } from "./challenges.ts";
import type { CurrentUserReader } from "./current-user.ts";
import type { SecondFactor } from "./second-step.ts";
import type { SignInRecords } from "./sign-in-records.ts";
import type { Way } from "./tables.ts";

/** The call of a sign-in: with the present session of its browser. */
export interface Door {
  readonly session: Session | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Entry {
  readonly way: Way;
  readonly remembered: boolean;
  /** The sign-in itself had two factors (a passkey with user verification), or the second one was given. */
  readonly hasSecondFactor: boolean;
}

/** A sign-in of this browser that waits for its second factor. */
export interface PendingSignIn {
  readonly tokenHash: Buffer;
  readonly user: UserRecord;
  readonly entry: Omit<Entry, "hasSecondFactor">;
}

/** The methods of an account for the second factor; none when it is not required. */
export type Methods = Extract<SignedIn, { requires_2fa: true }>["methods"];

/** The only place where sessions begin: every way to sign in ends here, after the user has been verified. */
export interface SignIn {
  /**
   * Starts a session for this browser, or, when the account requires a missing second factor, a sign-in that waits for
   * it. The session is a new one, and that of the previous user ends. Throws INVALID_CREDENTIALS for an account that is
   * locked or not activated yet, EMAIL_UNCONFIRMED for one whose address is not confirmed: call it only after the user
   * has been verified.
   */
  enter(user: UserRecord, entry: Entry, door: Door): Promise<SignedIn>;
  /** The same without any further factor. */
  start(user: UserRecord, entry: Omit<Entry, "hasSecondFactor">, door: Door): Promise<Entered>;
  /** The sign-in of this browser that waits for its second factor; undefined when there is none or it has expired. */
  pending(request: FastifyRequest): Promise<PendingSignIn | undefined>;
  /**
   * Starts the session of a sign-in after its second factor, once. `prove` runs in the same transaction: its errors
   * leave the sign-in waiting. Throws TWO_FACTOR_EXPIRED when it no longer waits.
   */
  finish(pending: PendingSignIn, door: Door, prove?: (trx: Trx) => Promise<void>): Promise<Entered>;
  /**
   * Issues a new token for the session of this browser, after its user's rights or secrets changed: the previous token
   * becomes invalid. `twoFactor`: a second factor was just given.
   */
  renew(userId: number, door: Door, change?: { readonly twoFactor: boolean }): Promise<void>;
}

export interface SignInOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly repository: AuthRepository;
  readonly challenges: Challenges;
  readonly records: SignInRecords;
  readonly currentUser: CurrentUserReader;
  readonly secondFactor: Pick<SecondFactor, "methods">;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { db, bus, repository, challenges, records, currentUser, secondFactor } = options;

  const endBefore = async (trx: Trx, { session, request }: Door) => {
    const waiting = readChallengeToken(request);
    if (waiting !== undefined) await challenges.drop(trx, hashToken(waiting));
    if (session === null) return;
    await repository.endSession(trx, session.id, "logout");
    await bus.emit(trx, sessionEnded, { id_session: session.id });
  };

  const begin = async (
    user: UserRecord,
    { way, remembered, hasSecondFactor }: Entry,
    door: Door,
    prove?: (trx: Trx) => Promise<void>,
  ): Promise<Entered> => {
    refuseBarred(user);
    const { request, reply } = door;
    const token = newToken();
    const seconds = remembered ? limits.session.rememberedDays * 24 * 3600 : limits.session.hours * 3600;
    await db.transaction().execute(async (trx) => {
      await prove?.(trx);
      await records.succeeded(trx, user, way, request);
      await repository.startSession(trx, {
        tokenHash: hashToken(token),
        browserHash: browserHash(request),
        userId: user.id,
        way,
        twoFactor: hasSecondFactor,
        remembered,
        seconds,
        userAgent: request.headers["user-agent"] ?? "",
        address: request.ip,
      });
      await endBefore(trx, door);
    });
    if (readChallengeToken(request) !== undefined) clearChallengeCookie(request, reply);
    setSessionCookie(request, reply, token, remembered ? seconds : undefined);
    setBearer(userBearer({ id: user.id, mark: markOfPassword(user.password_hash) }));
    return { requires_2fa: false, user: await currentUser.of(user.id) };
  };

  const ask = async (user: UserRecord, entry: Entry, methods: Methods, door: Door): Promise<SignedIn> => {
    const { request, reply } = door;
    const token = newToken();
    await db.transaction().execute(async (trx) => {
      await endBefore(trx, door);
      await challenges.open(trx, hashToken(token), user.id, entry);
    });
    if (door.session !== null) clearSessionCookie(request, reply);
    setChallengeCookie(request, reply, token, limits.twoFactor.pendingMinutes * 60);
    return { requires_2fa: true, user: null, methods };
  };

  return {
    async enter(user, entry, door) {
      refuseBarred(user);
      if (entry.hasSecondFactor) return begin(user, entry, door);
      const methods = await secondFactor.methods(user);
      if (methods.code || methods.passkey) return ask(user, entry, methods, door);
      return begin(user, entry, door);
    },

    start: (user, entry, door) => begin(user, { ...entry, hasSecondFactor: false }, door),

    async pending(request) {
      const token = readChallengeToken(request);
      if (token === undefined) return undefined;
      const found = await challenges.find(hashToken(token));
      if (found === undefined) return undefined;
      const user = await repository.findById(found.id_user);
      if (user === undefined || isBarred(user)) return undefined;
      return { tokenHash: hashToken(token), user, entry: { way: found.way, remembered: found.remembered } };
    },

    finish: (pending, door, prove) =>
      begin(pending.user, { ...pending.entry, hasSecondFactor: true }, door, async (trx) => {
        if (!(await challenges.drop(trx, pending.tokenHash))) throw new AppError("TWO_FACTOR_EXPIRED");
        await prove?.(trx);
      }),

    async renew(userId, { session, request, reply }, change) {
      if (session === null || session.user.id !== userId) throw new AppError("UNAUTHENTICATED");
      const token = newToken();
      const renewed = await repository.renewSession(session.id, hashToken(token), change?.twoFactor);
      if (renewed === undefined) throw new AppError("UNAUTHENTICATED");
      setSessionCookie(request, reply, token, renewed.remembered ? renewed.seconds : undefined);
    },
  };
}

/** An account without access, which gets the same answer as a wrong password. */
export const isBarred = (user: UserRecord) => user.locked_at !== null || user.awaiting === "invitation";

function refuseBarred(user: UserRecord): void {
  if (isBarred(user)) throw new AppError("INVALID_CREDENTIALS");
  if (user.awaiting === "activation") throw new AppError("EMAIL_UNCONFIRMED");
}
