import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { ownSockets } from "./connect-hosts.ts";

export interface SecurityHeaderOptions {
  /** The public address uses https: browsers may insist on it. */
  readonly isHttps: boolean;
  /** Further sources of pictures, sockets and streams, as in a content security policy; read for every response. */
  readonly imageHosts: () => string;
  readonly connectHosts: () => string;
  readonly streamHosts: readonly string[];
}

/** Browser features that our pages may request, also embedded in another site's page that allows it; the rest, never. */
const permissions = [
  "accelerometer=(self), camera=(self), geolocation=(self), gyroscope=(self), magnetometer=(self)",
  "microphone=(self), xr-spatial-tracking=(self), hid=(), midi=(), payment=(), serial=(), usb=()",
].join(", ");

const fixed = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  // The filter of old browsers could be turned against a page.
  "x-xss-protection": "0",
  "permissions-policy": permissions,
} as const;

/**
 * Headers that protect every response, as recommended by OWASP and set by `helmet`. That library builds its whole
 * policy anew for each request where a part of it depends on the request, a tenth of the time of a small call.
 */
export function protectResponses(app: FastifyInstance, options: SecurityHeaderOptions): void {
  const headers = options.isHttps
    ? { ...fixed, "strict-transport-security": "max-age=31536000; includeSubDomains" }
    : fixed;
  const policyOf = contentSecurityPolicy(options);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("content-security-policy", policyOf(request.raw));
    done();
  });
}

/** Characters that would end a source, or a directive. */
const foreign = /[;,\s]/;

function contentSecurityPolicy({ isHttps, imageHosts, connectHosts, streamHosts }: SecurityHeaderOptions) {
  const sources = (...lists: readonly string[]) =>
    lists
      .flatMap((list) => list.split(" "))
      .filter((source) => source !== "" && !foreign.test(source))
      .join(" ");
  const streams = streamHosts.join(" ");
  const build = (images: string, sockets: string) =>
    [
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      `img-src ${sources("'self' data: blob:", images)}`,
      "font-src 'self'",
      `connect-src ${sources("'self'", sockets, streams)}`,
      // The page itself assembles a stream, and plays it from a blob address.
      `media-src ${sources("'self' blob:", streams)}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
      // A browser that upgrades on a plain-http site network would find nothing.
      ...(isHttps ? ["upgrade-insecure-requests"] : []),
    ].join(";");
  /** The last one: most requests come by one host name, and settings seldom change. */
  let last = { images: "", sockets: "", policy: build("", "") };
  return (request: Pick<IncomingMessage, "headers">): string => {
    const images = imageHosts();
    const sockets = `${ownSockets(request, isHttps)} ${connectHosts()}`;
    if (last.images !== images || last.sockets !== sockets)
      last = { images, sockets, policy: build(images, sockets) };
    return last.policy;
  };
}
