import type { FastifyRequest } from "fastify";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { AppError } from "../errors.ts";
import type { AppKey } from "../key.ts";
import {
  hashToken,
  isCsrfTokenRight,
  readSessionToken,
  type Session,
  type SessionReader,
  type SessionUser,
} from "../session.ts";
import { type IsClosed, maintenanceRefusal } from "./maintenance.ts";
import type { RateLimiter } from "./rate.ts";

/** What stands before everything that changes or shows somebody's data. */
export interface Door {
  readonly sessions: SessionReader;
  readonly key: AppKey;
  readonly rate: RateLimiter;
  readonly isClosed: IsClosed;
  /** Who did not pay in time may look and change nothing. */
  readonly isHeldUp: (user: SessionUser) => boolean;
  /** Calls per minute, address and route where the contract names no number. */
  readonly perMinute: number;
  /** Multiplies every limit: tests of other things call often. */
  readonly rateFactor: number;
}

export interface DoorRule extends Pick<Endpoint, "perMinute" | "closesWith" | "openToDemo" | "whenOverdue"> {
  /** Calls are counted by it. */
  readonly name: string;
  readonly access: Access;
}

/** Reading, by HTTP's own understanding. */
const safe = new Set(["GET", "HEAD"]);

/**
 * Rate, anti-forgery token, session, maintenance, demo, unpaid bills, in this order; throws the first refusal. The rights on a
 * record are asked afterwards, by whoever knows which one it is.
 */
export async function admit(request: FastifyRequest, rule: DoorRule, door: Door): Promise<Session | null> {
  const perMinute = (rule.perMinute ?? door.perMinute) * door.rateFactor;
  door.rate.take(`${rule.name} ${request.ip}`, perMinute);
  const isWrite = !safe.has(request.method);
  if (isWrite && !isCsrfTokenRight(request, door.key)) throw new AppError("CSRF_MISMATCH");

  const session = await findSession(request, door.sessions, rule.access);
  const user = session?.user ?? null;
  if (rule.access !== "public" && user === null) throw new AppError("UNAUTHENTICATED");
  // Only after the question who it is: a super admin whose session ended must be sent to sign in.
  const part = rule.closesWith ?? (rule.access === "public" ? "never" : "app");
  if (part !== "never" && door.isClosed(part, { user, address: request.ip })) throw maintenanceRefusal();
  if (rule.access === "super_admin" && user?.super_admin !== true) throw new AppError("FORBIDDEN");
  if (isWrite && user?.is_demo === true && rule.openToDemo !== true) throw new AppError("DEMO_READ_ONLY");
  const isOpen = rule.access === "public" || rule.openToDemo === true || rule.whenOverdue === "open";
  if (isWrite && !isOpen && user !== null && door.isHeldUp(user)) throw new AppError("PAYMENT_OVERDUE");
  return session;
}

async function findSession(
  request: FastifyRequest,
  sessions: SessionReader,
  access: Access,
): Promise<Session | null> {
  const token = readSessionToken(request);
  if (token === undefined) return null;
  const found = await sessions.find(hashToken(token));
  if (found === "ended") {
    // A guest page must not be thrown to /login because an old session ended elsewhere.
    if (access === "public") return null;
    throw new AppError("SESSION_TERMINATED");
  }
  return found ?? null;
}
