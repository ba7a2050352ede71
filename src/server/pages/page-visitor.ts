import type { FastifyRequest } from "fastify";
import { setBearer, userBearer } from "#server/platform/bearers.ts";
import {
  hashToken,
  readSessionToken,
  type SessionReader,
  type SessionUser,
} from "#server/platform/session.ts";

/** The user who requests a page; null for a guest and for an expired session. */
export async function findPageUser(
  request: FastifyRequest,
  sessions: SessionReader,
): Promise<SessionUser | null> {
  const token = readSessionToken(request);
  if (token === undefined) return null;
  const session = await sessions.find(hashToken(token));
  if (session === undefined || session === "ended") return null;
  setBearer(userBearer(session.user));
  return session.user;
}

/** The visitor with a share link; null for a guest, whose cookies may still matter. */
export interface Visitor {
  readonly user: SessionUser | null;
  readonly headers: FastifyRequest["headers"];
}
