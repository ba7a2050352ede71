import type { RealtimeBoot } from "#contract/pages.ts";

/** Where the real-time client connects: a server that speaks the protocol, or, without `host`, the hosted service. */
export interface RealtimeAddress {
  readonly key: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly isSecure: boolean;
  /** The hosted service's cluster. */
  readonly cluster?: string | undefined;
}

/** The cluster that is meant where none is named. */
const usualCluster = "mt1";

/** What the page was told, completed by where the page came from. */
export function realtimeAddress(
  boot: RealtimeBoot,
  page: { readonly protocol: string; readonly hostname: string; readonly port: string },
): RealtimeAddress {
  const { key, cluster } = boot;
  const isPageSecure = page.protocol === "https:";
  if (boot.host !== undefined) {
    const isSecure = boot.tls ?? isPageSecure;
    return { key, host: boot.host, port: boot.port ?? usualPort(isSecure), isSecure };
  }
  if (cluster !== undefined) return { key, cluster, isSecure: true };
  const port = page.port === "" ? usualPort(isPageSecure) : Number(page.port);
  return { key, host: page.hostname, port, isSecure: isPageSecure };
}

const usualPort = (isSecure: boolean): number => (isSecure ? 443 : 80);

/** The same as the library wants it. It asks for a cluster even where that is of no use, beside a host. */
export function addressFor({ host, port, isSecure, cluster = usualCluster }: RealtimeAddress) {
  if (host === undefined) return { cluster, forceTLS: true };
  const ends = port === undefined ? {} : { wsPort: port, wssPort: port };
  return { cluster, forceTLS: isSecure, wsHost: host, ...ends };
}
