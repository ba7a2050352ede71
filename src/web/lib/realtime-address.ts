import type { RealtimeBoot } from "#contract/pages.ts";

/** The endpoint of the real-time client: a server that implements the protocol, or, without `host`, the hosted service. */
export interface RealtimeAddress {
  readonly key: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly isSecure: boolean;
  /** The hosted service's cluster. */
  readonly cluster?: string | undefined;
}

/** The default cluster of the library. */
const usualCluster = "mt1";

/** The endpoint from the boot block, completed by the page's own origin. */
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

/** The same as options of the library. It requires a cluster even beside a host, where that has no effect. */
export function addressFor({ host, port, isSecure, cluster = usualCluster }: RealtimeAddress) {
  if (host === undefined) return { cluster, forceTLS: true };
  const ends = port === undefined ? {} : { wsPort: port, wssPort: port };
  return { cluster, forceTLS: isSecure, wsHost: host, ...ends };
}
