import type { FastifyReply, FastifyRequest } from "fastify";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { z } from "zod";
import { SocialProvider } from "#contract/social.ts";
import type { AppKey } from "#server/platform/key.ts";

/** What the browser left for, and what it must bring back. */
const Journey = z.object({
  provider: SocialProvider,
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  remembered: z.boolean(),
  /** Whose account is to be linked, and the session that asked; null when somebody wants to sign in. */
  link: z.object({ id_user: z.number(), id_session: z.number() }).nullable(),
  /** Milliseconds since 1970. */
  expires: z.number(),
});
export type Journey = z.output<typeof Journey>;

const cookie = "sitewalk_social";
const purpose = "social-journey";
const seconds = 600;

/** Journeys to a provider and back, each in a sealed cookie: the server keeps nothing, the browser can read nothing. */
export function createJourneys(key: AppKey, now: () => Date) {
  return {
    start(
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
      wanted: Pick<Journey, "provider" | "remembered" | "link">,
    ): Journey {
      const journey: Journey = {
        ...wanted,
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        expires: now().getTime() + seconds * 1000,
      };
      void reply.setCookie(cookie, key.seal(purpose, JSON.stringify(journey)), {
        ...options(request),
        maxAge: seconds,
      });
      return journey;
    },
    /** The journey of this browser, which ends with it; undefined when there is none, or none that can be believed. */
    finish(request: FastifyRequest, reply: FastifyReply): Journey | undefined {
      const sealed = request.cookies[cookie];
      void reply.clearCookie(cookie, options(request));
      const text = sealed === undefined ? null : key.open(purpose, sealed);
      if (text === null) return undefined;
      const journey = Journey.parse(JSON.parse(text));
      return journey.expires > now().getTime() ? journey : undefined;
    },
  };
}

/** Lax: it must come along when the provider sends the browser back, and only to the page that reads it. */
function options(request: FastifyRequest) {
  return { path: "/auth", httpOnly: true, sameSite: "lax", secure: request.protocol === "https" } as const;
}
