import type { IncomingMessage } from "node:http";

/** A server beside this one that pages open sockets to. */
export interface ConnectHost {
  readonly host: string;
  readonly port: number;
  /** Whether it is spoken to by TLS; null: as the page was. */
  readonly tls: boolean | null;
}

const plainHost = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i;

/**
 * The sockets of the host that was called, as a content security policy names them. `'self'` means them as well, but not
 * to every Safari of the target (w3c/webappsec-csp#7). A host header that is none adds nothing.
 */
export function ownSockets(
  { headers: { host = "" } }: Pick<IncomingMessage, "headers">,
  isHttps: boolean,
): string {
  if (!plainHost.test(host)) return "";
  return isHttps ? `wss://${host}` : `ws://${host} wss://${host}`;
}

/** Other hosts' sockets and the calls that go with them, as a content security policy names them. */
export function connectHosts(hosts: readonly ConnectHost[]): string {
  const found = hosts.flatMap(({ host, port, tls }) => {
    const place = `${host}:${port}`;
    if (!plainHost.test(place)) return [];
    const secure = [`wss://${place}`, `https://${place}`];
    if (tls === true) return secure;
    return tls === false
      ? [`ws://${place}`, `http://${place}`]
      : [`ws://${place}`, `http://${place}`, ...secure];
  });
  return [...new Set(found)].join(" ");
}
