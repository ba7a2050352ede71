import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Host, with its port, of the configured address if that is https; otherwise null. */
    secureHost: string | null;
  }
}

/**
 * Whether the browser connected by https: a trusted proxy says so, or it called the host whose address is https. The
 * second covers a proxy that is not listed in `TRUST_PROXY`: its visitors' cookies must not be sent without Secure for
 * that.
 */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === "https" || request.host === request.server.secureHost;

/**
 * The name of one of our cookies. By https its prefix makes browsers keep it to this very host: no other one of the
 * same domain can set it. By plain http, on a site's own network, browsers would refuse that name.
 */
export const cookieName = (request: FastifyRequest, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name;

/** Our cookies are for the whole host, as their prefix demands, and not readable by scripts. */
export const cookieOptions = (request: FastifyRequest, sameSite: "lax" | "strict" = "lax") =>
  ({ path: "/", httpOnly: true, sameSite, secure: isSecure(request) }) as const;

/** Cookies that the pages themselves set, which are not secret: under the https name, or under the plain one. */
export const preference = ({ cookies }: FastifyRequest, name: string): string | undefined =>
  cookies[`__Host-${name}`] ?? cookies[name];
