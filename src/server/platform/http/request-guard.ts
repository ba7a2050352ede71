import type { FastifyRequest } from "fastify";
import { isOpenedBy, type TokenRule } from "#contract/areas.ts";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { limits } from "#contract/limits.ts";
import { setBearer, userBearer } from "../bearers.ts";
import { currentCall } from "../call-scope.ts";
import { AppError } from "../errors.ts";
import type { AppKey } from "../key.ts";
import {
  hashToken,
  isCsrfTokenRight,
  readBearer,
  readSessionToken,
  type Session,
  type SessionReader,
  type SessionUser,
  type TokenPass,
  type TokenReader,
} from "../session.ts";
import { type IsClosed, maintenanceRefusal } from "./maintenance.ts";
import type { RateLimiter, RateState } from "./rate.ts";

/** Checks before every call that changes or shows data of a user. */
export interface RequestGuard {
  readonly sessions: SessionReader;
  readonly tokens: TokenReader;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly isClosed: IsClosed;
  /** Users with an overdue payment have read-only access. */
  readonly isHeldUp: (user: SessionUser) => boolean;
  /** Calls per minute, address and route where the contract sets no number. */
  readonly perMinute: number;
  /** Multiplies every limit: tests of other features call often. */
  readonly rateFactor: number;
}

export interface GuardRule extends Pick<Endpoint, "perMinute" | "closesWith" | "openToDemo" | "whenOverdue"> {
  /** Key of the call counts. */
  readonly name: string;
  readonly access: Access;
  /** Scope that a token must hold; null: tokens are not accepted. */
  readonly token: TokenRule;
}

/** An authorised caller: a browser's session, a program's token, or an anonymous caller. */
export interface AuthorizedCall {
  readonly user: SessionUser | null;
  readonly session: Session | null;
  /** Of a program; null for a browser. */
  readonly pass: TokenPass | null;
  /** The token's remaining calls in this minute; null without a token. */
  readonly rate: RateState | null;
}

/** Wrong tokens of one address in a minute: guessing one is hopeless, and attempts must not be cheap either. */
const wrongPerMinute = 60;

/** Safe methods as defined by HTTP. */
const safe = new Set(["GET", "HEAD"]);

/**
 * Rate, anti-forgery token, session or token, maintenance, demo, unpaid invoices, in this order; throws the first
 * refusal. The rights on a record are checked afterwards, once the record is known: a token opens calls, never records.
 */
export async function authorizeCall(
  request: FastifyRequest,
  rule: GuardRule,
  door: RequestGuard,
): Promise<AuthorizedCall> {
  const perMinute = (rule.perMinute ?? door.perMinute) * door.rateFactor;
  await door.rate.take(`${rule.name} ${request.ip}`, perMinute);
  const isWrite = !safe.has(request.method);
  const bearer = readBearer(request);
  const admitted =
    bearer === undefined
      ? await fromBrowser(request, rule, door, isWrite)
      : await fromProgram(bearer, request, rule, door, perMinute);
  const { user } = admitted;
  const call = currentCall();
  if (call !== undefined && user !== null) call.user = user.id;
  if (user !== null) setBearer(userBearer(user));
  if (rule.access !== "public" && user === null) throw new AppError("UNAUTHENTICATED");
  // Only after authentication: a super admin whose session ended must be sent to sign in.
  const part = rule.closesWith ?? (rule.access === "public" ? "never" : "app");
  if (part !== "never" && door.isClosed(part, { user, address: request.ip })) throw maintenanceRefusal();
  if (rule.access === "super_admin" && user?.super_admin !== true) throw new AppError("FORBIDDEN");
  if (isWrite && user?.is_demo === true && rule.openToDemo !== true) throw new AppError("DEMO_READ_ONLY");
  const isOpen = rule.access === "public" || rule.openToDemo === true || rule.whenOverdue === "open";
  if (isWrite && !isOpen && user !== null && door.isHeldUp(user)) throw new AppError("PAYMENT_OVERDUE");
  return admitted;
}

async function fromBrowser(
  request: FastifyRequest,
  rule: GuardRule,
  door: RequestGuard,
  isWrite: boolean,
): Promise<AuthorizedCall> {
  if (isWrite && !isCsrfTokenRight(request, door.key)) throw new AppError("CSRF_MISMATCH");
  const session = await findSession(request, door.sessions, rule);
  return { user: session?.user ?? null, session, pass: null, rate: null };
}

/**
 * No other site can make a browser send this header, so no anti-forgery token is required; and cookies that a browser
 * adds must not count, or a program would be two users at once.
 */
async function fromProgram(
  bearer: string,
  request: FastifyRequest,
  rule: GuardRule,
  door: RequestGuard,
  perMinute: number,
): Promise<AuthorizedCall> {
  request.cookies = {};
  const pass = await door.tokens.find(bearer, request.ip);
  if (pass === undefined) {
    await door.rate.take(`wrong token ${request.ip}`, wrongPerMinute * door.rateFactor);
    throw new AppError("TOKEN_INVALID");
  }
  const rate = await door.rate.take(`token ${pass.id}`, limits.apiAccess.perMinute * door.rateFactor);
  await door.rate.take(`${rule.name} token ${pass.id}`, perMinute);
  if (rule.token === null) throw new AppError("TOKEN_CLOSED");
  if (!isOpenedBy(rule.token, pass.scopes))
    throw new AppError("TOKEN_SCOPE", { values: { scope: rule.token } });
  return { user: pass.user, session: null, pass, rate };
}

async function findSession(
  request: FastifyRequest,
  sessions: SessionReader,
  { access, name }: Pick<GuardRule, "access" | "name">,
): Promise<Session | null> {
  const token = readSessionToken(request);
  if (token === undefined) return null;
  const found = await sessions.find(hashToken(token), name);
  if (found === "ended") {
    // A guest page must not redirect to /login because an old session ended elsewhere.
    if (access === "public") return null;
    throw new AppError("SESSION_TERMINATED");
  }
  return found ?? null;
}
