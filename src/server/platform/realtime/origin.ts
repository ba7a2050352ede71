import type { IncomingMessage } from "node:http";

/**
 * Whether a page of ours opened the socket. A browser always says where a page comes from, and lets no page lie;
 * a program that is no browser may leave it out, and has nobody's cookies to misuse.
 */
export function isOriginAllowed(request: IncomingMessage, publicUrl: string): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  const given = URL.parse(origin);
  if (given === null) return false;
  return given.host === host || (publicUrl !== "" && given.origin === URL.parse(publicUrl)?.origin);
}
