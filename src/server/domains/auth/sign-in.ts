import type { FastifyReply, FastifyRequest } from "fastify";
import type { Entered, SignedIn } from "#contract/auth.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { hashToken, newToken, type Session, setSessionCookie } from "#server/platform/session.ts";
import { sessionEnded } from "./auth.events.ts";
import type { AuthRepository, UserRecord } from "./auth.repository.ts";
import type { CurrentUserReader } from "./current-user.ts";
import type { Way } from "./tables.ts";

/** The call by which somebody comes in: with the session its browser had until then. */
export interface Door {
  readonly session: Session | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface Entry {
  readonly way: Way;
  readonly remembered: boolean;
  /** The way itself was two factors (a passkey that checked its owner), or the second one has been given. */
  readonly hasSecondFactor: boolean;
}

/** The one place where sessions begin: every way in ends here, once the person has proved who he is. */
export interface SignIn {
  /**
   * Starts a session for this browser, or, when the account asks for a second factor that is still missing, a
   * sign-in that waits for it. The session is a new one, and that of the person before ends.
   */
  enter(user: UserRecord, entry: Entry, door: Door): Promise<SignedIn>;
  /** The same without asking for anything more. */
  start(user: UserRecord, entry: Omit<Entry, "hasSecondFactor">, door: Door): Promise<Entered>;
}

export interface SignInOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly repository: AuthRepository;
  readonly currentUser: CurrentUserReader;
}

export function createSignIn({ db, bus, repository, currentUser }: SignInOptions): SignIn {
  const start: SignIn["start"] = async (user, { remembered }, { session, request, reply }) => {
    const token = newToken();
    const seconds = remembered ? limits.session.rememberedDays * 24 * 3600 : limits.session.hours * 3600;
    await repository.startSession({
      tokenHash: hashToken(token),
      userId: user.id,
      remembered,
      seconds,
      userAgent: request.headers["user-agent"] ?? "",
      address: request.ip,
    });
    setSessionCookie(request, reply, token, remembered ? seconds : undefined);
    if (session !== null) {
      await db.transaction().execute(async (trx) => {
        await repository.endSession(trx, session.id, "logout");
        await bus.emit(trx, sessionEnded, { id_session: session.id });
      });
    }
    return { requires_2fa: false, user: await currentUser.of(user.id) };
  };
  return { start, enter: start };
}
