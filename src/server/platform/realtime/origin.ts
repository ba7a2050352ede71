import type { IncomingMessage } from "node:http";

/**
 * Whether one of our pages opened the socket. A browser always sends the page's origin, and lets no page forge it; a
 * program that is no browser may omit it, and has no user's cookies to misuse.
 */
export function isOriginAllowed(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const given = URL.parse(origin);
  if (given === null) return false;
  return given.host === host || (publicUrl !== "" && given.origin === URL.parse(publicUrl)?.origin);
}
