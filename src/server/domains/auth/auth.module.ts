import type { FastifyReply, FastifyRequest } from "fastify";
import { authApi, type CurrentUser } from "#contract/auth.ts";
import type { Language } from "#contract/languages.ts";
import { limits } from "#contract/limits.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { RateLimiter } from "#server/platform/http/rate.ts";
import type { AppKey } from "#server/platform/key.ts";
import {
  clearSessionCookie,
  csrfToken,
  hashToken,
  newToken,
  type Session,
  setSessionCookie,
} from "#server/platform/session.ts";
import { sessionEnded } from "./auth.events.ts";
import {
  type Account,
  type AuthRepository,
  createAuthRepository,
  type UserRecord,
} from "./auth.repository.ts";
import { isPasswordRight } from "./passwords.ts";
import { createFirstAdmin } from "./setup.ts";
import "./tables.ts";

/** Tries per minute for one account name, whatever addresses they come from. */
const triesPerName = 10;

export interface AuthOptions {
  readonly db: Database;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly isDemoOn: boolean;
  readonly bus: Bus;
}

/** The call by which somebody comes in: with the session its browser had until then. */
interface Door {
  readonly session: Session | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export function authModule({ db, key, rate, bus, isDemoOn }: AuthOptions) {
  const repository = createAuthRepository(db);

  const endSession = (session: Session) =>
    db.transaction().execute(async (trx) => {
      await repository.endSession(trx, session.id, "logout");
      await bus.emit(trx, sessionEnded, { id_session: session.id });
    });

  const signIn = async (user: UserRecord, remembered: boolean, { session, request, reply }: Door) => {
    await startSession(repository, user.id, remembered, request, reply);
    if (session !== null) await endSession(session);
    return { user: toCurrentUser(user), requires_2fa: false };
  };

  return {
    sessions: { find: (tokenHash: Buffer) => repository.findSession(tokenHash) },
    setLanguage: async (userId: number, language: Language) => {
      await repository.setLanguage(userId, language);
    },
    /** The signed-in person of a page that is being delivered; null for a guest. */
    currentUser: async (userId: number): Promise<CurrentUser | null> => {
      const record = await repository.findById(userId);
      return record === undefined ? null : toCurrentUser(record);
    },
    handlers: handlers(authApi, {
      "POST /api/login": async ({ body, ...door }) => {
        rate.take(`login ${body.name.toLowerCase()}`, triesPerName);
        const user = await repository.findByName(body.name);
        const isRight = await isPasswordRight(body.password, user?.password_hash ?? null);
        if (user === undefined || !isRight) throw new AppError("INVALID_CREDENTIALS");
        return signIn(user, body.rememberMe, door);
      },
      "POST /api/demo-login": async (door) => {
        const user = isDemoOn ? await repository.findDemo() : undefined;
        if (user === undefined) throw new AppError("DEMO_OFF");
        return signIn(user, false, door);
      },
      "POST /api/logout": async ({ session, request, reply }) => {
        if (session !== null) await endSession(session);
        clearSessionCookie(request, reply);
        return {};
      },
      // Every session comes from this domain's own reader, with the whole account.
      "GET /api/user": async ({ user }) => toCurrentUser(user as Account),
      "GET /api/csrf-token": async ({ request, reply }) => ({ token: csrfToken(request, reply, key) }),
      "GET /api/setup": async () => ({ needed: !(await repository.hasSuperAdmin()) }),
      "POST /api/setup": async ({ body, ...door }) => {
        const user = await createFirstAdmin(db, body.token, body);
        return signIn(user, false, door);
      },
    }),
  };
}

/** A fresh session for this browser, never the one whose cookie it came with. */
async function startSession(
  repository: AuthRepository,
  userId: number,
  remembered: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = newToken();
  const seconds = remembered ? limits.session.rememberedDays * 24 * 3600 : limits.session.hours * 3600;
  await repository.startSession({
    tokenHash: hashToken(token),
    userId,
    remembered,
    seconds,
    userAgent: request.headers["user-agent"] ?? "",
    address: request.ip,
  });
  setSessionCookie(request, reply, token, remembered ? seconds : undefined);
}

export function toCurrentUser(user: Omit<Account, "super_admin">): CurrentUser {
  return {
    id: user.id,
    username: user.username,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar: null,
    language: user.language,
    role: user.role,
    super_admin: user.role === "super_admin",
    is_demo: user.is_demo,
    "2fa_enabled": false,
    can: { create_project: mayCreateProject(user) },
  };
}

/** Administrators and super admins create projects; the demo account may look at the form, the server refuses it. */
export function mayCreateProject(user: { role: UserRecord["role"]; is_demo: boolean }): boolean {
  return user.role === "administrator" || user.role === "super_admin";
}
