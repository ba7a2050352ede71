import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    /** Host, with its port, of the configured address where that is https; null elsewhere. */
    secureHost: string | null;
  }
}

/**
 * Whether the browser came by https: a proxy that is believed says so, or it called the host whose address is https. The
 * second for a proxy that nobody named in `TRUST_PROXY`: its visitors' cookies must not go out in the open for that.
 */
export const isSecure = (request: FastifyRequest): boolean =>
  request.protocol === "https" || request.host === request.server.secureHost;

/**
 * How a cookie of ours is called. By https its name makes browsers keep it to this very host: no other one of the same
 * domain can put one there. By plain http, on a site's own network, browsers would refuse that name.
 */
export const cookieName = (request: FastifyRequest, name: string): string =>
  isSecure(request) ? `__Host-${name}` : name;

/** Cookies of ours are for the whole host, as their name demands, and no script reads them. */
export const cookieOptions = (request: FastifyRequest, sameSite: "lax" | "strict" = "lax") =>
  ({ path: "/", httpOnly: true, sameSite, secure: isSecure(request) }) as const;

/** What the pages themselves keep, which is no secret: under the name of https, or under the plain one. */
export const preference = ({ cookies }: FastifyRequest, name: string): string | undefined =>
  cookies[`__Host-${name}`] ?? cookies[name];
