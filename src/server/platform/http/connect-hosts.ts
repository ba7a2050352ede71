import type { IncomingMessage } from "node:http";

/** Another server that pages open sockets to. */
export interface ConnectHost {
  readonly host: string;
  readonly port: number;
  /** Whether it uses TLS; null: the same as the page. */
  readonly tls: boolean | null;
}

const plainHost = /^[a-z0-9.-]+(?::\d{1,5})?$|^\[[0-9a-f:]+\](?::\d{1,5})?$/i;

/**
 * The sockets of the called host, as sources of a content security policy. `'self'` covers them as well, but not in
 * every Safari of the target (w3c/webappsec-csp#7). An invalid host header adds nothing.
 */
export function ownSockets(
  { headers: { host = "" } }: Pick<IncomingMessage, "headers">,
  isHttps: boolean,
): string {
  if (!plainHost.test(host)) return "";
  return isHttps ? `wss://${host}` : `ws://${host} wss://${host}`;
}

/** Other hosts' sockets and their HTTP calls, as sources of a content security policy. */
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
