import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
};

/** Headers of responses that no hook has processed. */
export const bareHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "content-type": "application/json; charset=utf-8",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "payment=()",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
} as const;

/**
 * Responds to a connection that does not send HTTP, gives no reason, and ends it: where one request ends and the next
 * begins can no longer be known. Marked like every other response.
 */
export function refuseMalformed(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statuses[error.code ?? ""] ?? "400 Bad Request";
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n\r\n`,
    () => socket.destroy(),
  );
}

/**
 * Whether a request names its host more than once (RFC 9112 §3.2 requires 400): a proxy may pick another one than this
 * server, and so open what it means to keep closed.
 */
export function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === "host").length > 1;
}
