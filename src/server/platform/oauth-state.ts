import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import { cookieName, cookieOptions } from "./cookies.ts";
import type { AppKey } from "./key.ts";

export interface OauthStatesOptions<Wanted extends z.ZodRawShape> {
  readonly key: AppKey;
  readonly clock: Clock;
  /** Name of the cookie and of the purpose it is sealed for. */
  readonly name: string;
  /** The data to keep for the return of the browser. */
  readonly wanted: Wanted;
}

/** State that a browser must bring back. Letters, digits, hyphen and underscore: some services refuse others. */
const Proof = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Milliseconds since 1970. */
  expires: z.number(),
});

export type OauthState<Wanted extends z.ZodRawShape> = z.output<z.ZodObject<Wanted>> & z.output<typeof Proof>;

const seconds = 600;
const random = () => randomBytes(32).toString("base64url");

/** PKCE, S256 (RFC 7636). */
export const challengeOf = ({ verifier }: { readonly verifier: string }): string =>
  createHash("sha256").update(verifier).digest("base64url");

/**
 * Round trips of a browser to another service, each in a sealed cookie for ten minutes: the server stores nothing, the
 * browser can read nothing.
 */
export function createOauthStates<const Wanted extends z.ZodRawShape>({
  key,
  clock,
  name,
  wanted: facts,
}: OauthStatesOptions<Wanted>) {
  const cookie = `sitewalk_${name}`;
  const purpose = `${name}-journey`;
  const Facts = z.object(facts);

  return {
    start(
      { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
      wanted: z.output<z.ZodObject<Wanted>>,
    ) {
      const expires = clock.now().getTime() + seconds * 1000;
      const journey = { ...wanted, state: random(), nonce: random(), verifier: random(), expires };
      // Lax: the cookie must be sent when the service redirects the browser back.
      void reply.setCookie(cookieName(request, cookie), key.seal(purpose, JSON.stringify(journey)), {
        ...cookieOptions(request),
        maxAge: seconds,
      });
      return journey;
    },
    /** The state of this browser, which is cleared; undefined when there is none, or an invalid one. */
    finish(request: FastifyRequest, reply: FastifyReply): OauthState<Wanted> | undefined {
      const sealed = request.cookies[cookieName(request, cookie)];
      void reply.clearCookie(cookieName(request, cookie), cookieOptions(request));
      const text = sealed === undefined ? null : key.open(purpose, sealed);
      if (text === null) return undefined;
      const read: unknown = JSON.parse(text);
      const proof = Proof.parse(read);
      return proof.expires > clock.now().getTime() ? { ...Facts.parse(read), ...proof } : undefined;
    },
  };
}
