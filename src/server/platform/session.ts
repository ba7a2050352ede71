import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Role } from "#contract/auth.ts";
import { cookieName, cookieOptions } from "./cookies.ts";
import type { AppKey } from "./key.ts";

/** The user behind a call, as far as decisions need it. */
export interface SessionUser {
  readonly id: number;
  readonly role: Role;
  readonly super_admin: boolean;
  readonly is_demo: boolean;
  readonly language: "en" | "ar";
  /** Last day to pay overdue amounts, `2026-03-31`; null or omitted while all is paid. */
  readonly payment_deadline?: string | null;
  /** Changes with the password; reveals nothing about it. */
  readonly mark?: string;
}

export interface Session {
  readonly id: number;
  readonly user: SessionUser;
}

/** How the platform finds a session: the accounts' domain knows where they are stored. */
export interface SessionReader {
  /**
   * The live session with this token hash, `"ended"` when it was terminated, undefined when there is none. `call`: the
   * name of the call it is for, which may need more of the user.
   */
  find(tokenHash: Buffer, call?: string): Promise<Session | "ended" | undefined>;
}

/** A program that calls with a token, on behalf of the user who created it. */
export interface TokenPass {
  /** Id of the token. */
  readonly id: number;
  readonly user: SessionUser;
  /** Its scopes, as spelled in the contract. */
  readonly scopes: readonly string[];
}

/** How the platform finds a token: the domain of tokens knows where they are stored. */
export interface TokenReader {
  /** Undefined for one that is wrong, expired or revoked. Throws API_OFF where the user's plan does not include the API. */
  find(token: string, address: string): Promise<TokenPass | undefined>;
}

const sessionCookie = "sitewalk_session";
const browserCookie = "sitewalk_browser";
const challengeCookie = "sitewalk_challenge";
const year = 365 * 24 * 3600;

export const newToken = () => randomBytes(32).toString("base64url");
/** Only the hash is stored: read access to the table does not allow a sign-in. */
export const hashToken = (token: string) => createHash("sha256").update(token).digest();

export const readSessionToken = (request: FastifyRequest) => readToken(request, sessionCookie);
/** The token of a sign-in that waits for its second factor. */
export const readChallengeToken = (request: FastifyRequest) => readToken(request, challengeCookie);

/** The same in a raw request: a socket's. The secure name first, as browsers by https send both. */
export function sessionTokenIn(cookies: string | undefined): string | null {
  const pairs = (cookies ?? "").split(";").map((pair) => pair.trim().split("="));
  for (const name of [`__Host-${sessionCookie}`, sessionCookie]) {
    const [, token = ""] = pairs.find(([key]) => key === name) ?? [];
    if (isToken(token)) return token;
  }
  return null;
}

/** The value after `Authorization: Bearer`; undefined without such a header. */
export function readBearer({ headers }: FastifyRequest): string | undefined {
  const found = /^bearer(?: +(\S*))?\s*$/i.exec(headers.authorization ?? "");
  return found === null ? undefined : (found[1] ?? "");
}

function readToken(request: FastifyRequest, cookie: string): string | undefined {
  const token = request.cookies[cookieName(request, cookie)];
  return token !== undefined && isToken(token) ? token : undefined;
}

const isToken = (text: string) => text.length >= 20 && text.length <= 100;

/** Identifies a browser across sign-ins of any user; null for a program that keeps no cookies. */
export function browserHash(request: FastifyRequest): Buffer | null {
  const browser = readToken(request, browserCookie);
  return browser === undefined ? null : hashToken(browser);
}

/** Sets the browser's session cookie; without `maxAge` (seconds) it ends with the browser. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge?: number,
): void {
  const name = cookieName(request, sessionCookie);
  void reply.setCookie(name, token, {
    ...cookieOptions(request),
    ...(maxAge === undefined ? {} : { maxAge }),
  });
  request.cookies[name] = token;
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieName(request, sessionCookie);
  void reply.clearCookie(name, cookieOptions(request));
  delete request.cookies[name];
}

/** Lets the browser continue a sign-in that waits for its second factor; `maxAge` in seconds. */
export function setChallengeCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge: number,
): void {
  void reply.setCookie(cookieName(request, challengeCookie), token, { ...cookieOptions(request), maxAge });
}

export function clearChallengeCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.clearCookie(cookieName(request, challengeCookie), cookieOptions(request));
}

/**
 * The anti-forgery token: a signature over a random browser cookie and the session, so it changes with every
 * sign-in and cannot be made by another site. The browser cookie is set when there is none.
 */
export function csrfToken(request: FastifyRequest, reply: FastifyReply, key: AppKey): string {
  const name = cookieName(request, browserCookie);
  let browser = request.cookies[name];
  if (browser === undefined || browser.length !== 43) {
    browser = newToken();
    void reply.setCookie(name, browser, { ...cookieOptions(request), maxAge: year });
    request.cookies[name] = browser;
  }
  return key.sign("csrf", csrfText(browser, readSessionToken(request)));
}

/** `given` when it was not sent in the header: in the form of a page without a script. */
export function isCsrfTokenRight(
  request: FastifyRequest,
  key: AppKey,
  given: unknown = request.headers["x-csrf-token"],
): boolean {
  const browser = request.cookies[cookieName(request, browserCookie)];
  if (browser === undefined || typeof given !== "string") return false;
  return key.verify("csrf", csrfText(browser, readSessionToken(request)), given);
}

const csrfText = (browser: string, session: string | undefined) => `${browser}:${session ?? ""}`;
