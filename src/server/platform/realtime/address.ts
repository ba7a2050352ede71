import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/** Names for proxies in `TRUST_PROXY`, besides addresses and ranges. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/** Returns whether an address is one of the proxies of `TRUST_PROXY`. */
export function proxyTrust(trusted: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList();
  for (const range of trusted.flatMap((entry) => named[entry] ?? [entry])) {
    const [address = "", bits] = range.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** The real address of a socket: past the trusted proxies, and not one step further. */
export function addressReader(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyTrust(trusted);
  return (request) => {
    const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
    let address = plain(request.socket.remoteAddress ?? "");
    for (const next of forwarded.toReversed()) {
      if (!isTrusted(address) || isIP(next.trim()) === 0) break;
      address = plain(next.trim());
    }
    return address;
  };
}

/** An IPv4 address that arrives on an IPv6 socket is the same address. */
export const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
