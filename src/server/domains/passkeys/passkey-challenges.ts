import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import type { PasskeyChallengesTable } from "./tables.ts";

export interface Challenge {
  readonly challenge: string;
  /** Whose passkey is to answer; null when any may. */
  readonly id_user: number | null;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface PasskeyChallenges {
  keep(exchange: Exchange, purpose: PasskeyChallengesTable["purpose"], challenge: Challenge): Promise<void>;
  /** What this browser was asked for that purpose, once; undefined when nothing was, or too long ago. */
  take(exchange: Exchange, purpose: PasskeyChallengesTable["purpose"]): Promise<Challenge | undefined>;
}

const cookie = "sitewalk_passkey";
const seconds = 300;

/** Questions to authenticators: each is answered once, by the browser that was asked, within five minutes. */
export function createPasskeyChallenges(db: Database): PasskeyChallenges {
  return {
    async keep({ request, reply }, purpose, { challenge, id_user }) {
      const token = newToken();
      await db.deleteFrom("passkey_challenges").where("expires_at", "<=", sql<Date>`now()`).execute();
      await db
        .insertInto("passkey_challenges")
        .values({
          token_hash: hashToken(token),
          challenge,
          id_user,
          purpose,
          expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
        })
        .execute();
      void reply.setCookie(cookie, token, { ...options(request), maxAge: seconds });
    },
    async take({ request, reply }, purpose) {
      const token = request.cookies[cookie];
      if (token === undefined) return undefined;
      void reply.clearCookie(cookie, options(request));
      const taken = await db
        .deleteFrom("passkey_challenges")
        .where("token_hash", "=", hashToken(token))
        .returning(["challenge", "id_user", "purpose", sql<boolean>`expires_at > now()`.as("alive")])
        .executeTakeFirst();
      return taken?.alive === true && taken.purpose === purpose ? taken : undefined;
    },
  };
}

function options(request: FastifyRequest) {
  return {
    path: "/api/passkeys",
    httpOnly: true,
    sameSite: "strict",
    secure: request.protocol === "https",
  } as const;
}
