import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { z } from "zod";
import { cookieName, cookieOptions } from "#server/platform/cookies.ts";
import type { Database } from "#server/platform/database.ts";
import { hashToken, newToken } from "#server/platform/session.ts";
import type { PasskeyChallengesTable } from "./tables.ts";

export interface Challenge {
  readonly challenge: string;
  /** The user whose passkey has to answer; null for any. */
  readonly id_user: number | null;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface PasskeyChallenges {
  keep(exchange: Exchange, purpose: PasskeyChallengesTable["purpose"], challenge: Challenge): Promise<void>;
  /** The challenge that `credential` answers, if it was issued to this browser for that purpose and is unanswered. */
  take(
    exchange: Pick<Exchange, "request">,
    purpose: PasskeyChallengesTable["purpose"],
    credential: unknown,
  ): Promise<Challenge | undefined>;
}

const cookie = "sitewalk_passkey";
const seconds = 300;

/**
 * Challenges to authenticators: each is answered once, by the browser that received it, within five minutes. A browser
 * may have several open, since each of its windows on the sign-in page requests one.
 */
export function createPasskeyChallenges(db: Database): PasskeyChallenges {
  return {
    async keep({ request, reply }, purpose, { challenge, id_user }) {
      const name = cookieName(request, cookie);
      const known = request.cookies[name];
      const browser = known?.length === 43 ? known : newToken();
      await db.deleteFrom("passkey_challenges").where("expires_at", "<=", sql<Date>`now()`).execute();
      await db
        .insertInto("passkey_challenges")
        .values({
          token_hash: nameOf(browser, challenge),
          challenge,
          id_user,
          purpose,
          expires_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
        })
        .execute();
      void reply.setCookie(name, browser, { ...cookieOptions(request, "strict"), maxAge: seconds });
    },
    async take({ request }, purpose, credential) {
      const browser = request.cookies[cookieName(request, cookie)];
      const answered = answeredChallenge(credential);
      if (browser === undefined || answered === undefined) return undefined;
      const taken = await db
        .deleteFrom("passkey_challenges")
        .where("token_hash", "=", nameOf(browser, answered))
        .returning(["challenge", "id_user", "purpose", sql<boolean>`expires_at > now()`.as("alive")])
        .executeTakeFirst();
      return taken?.alive === true && taken.purpose === purpose ? taken : undefined;
    },
  };
}

const nameOf = (browser: string, challenge: string) => hashToken(`${browser} ${challenge}`);

const Answer = z.object({ response: z.object({ clientDataJSON: z.string().max(10_000) }) });
const ClientData = z.object({ challenge: z.string().max(1000) });

/** The challenge that it claims to answer; verified later by its signature. */
function answeredChallenge(credential: unknown): string | undefined {
  const answer = Answer.safeParse(credential);
  if (!answer.success) return undefined;
  try {
    const text = Buffer.from(answer.data.response.clientDataJSON, "base64url").toString("utf8");
    return ClientData.parse(JSON.parse(text)).challenge;
  } catch {
    return undefined;
  }
}
