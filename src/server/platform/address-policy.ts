import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import type { ErrorCode } from "#contract/errors.ts";
import { AppError } from "./errors.ts";

/**
 * Addresses that this server may connect to on behalf of a user. A user who may add a camera or a webhook names any
 * host: without a rule they could have the server reach what only it can. Public addresses are allowed; private
 * networks and this machine only if the administrator's list names them; addresses that are no single host, and the
 * metadata services at which clouds give a machine its own secrets, never.
 */
export interface AddressPolicy {
  /** Throws `refusals.forbidden` for a disallowed scheme, port or numeric address; names are checked by `reach`. */
  check(url: URL): void;
  /**
   * Resolves the host once and keeps the allowed addresses. The connection is made to these and no others: a name that
   * resolves elsewhere a moment later has no effect. Throws `refusals.forbidden`, or `refusals.silent` when the name
   * does not exist.
   */
  reach(url: URL): Promise<Reach>;
  mayAsk(address: string): boolean;
}

export interface Reach {
  readonly addresses: readonly LookupAddress[];
  /** In a private network no host can have a publicly trusted certificate. */
  readonly isPublic: boolean;
  /** For Node's connections. */
  readonly lookup: LookupFunction;
}

/** Error codes with which each user of the policy refuses. */
export interface Refusals {
  readonly forbidden: ErrorCode;
  readonly silent: ErrorCode;
}

export type Resolver = (host: string) => Promise<readonly LookupAddress[]>;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Ranges that can be allowed at all; `unicast` among them for this machine's own public address. */
const allowed = new Set(["unicast", "private", "loopback", "carrierGradeNat", "uniqueLocal"]);
/** Of Amazon, Alibaba and Azure; the others use link-local addresses. */
const metadata = new Set(["fd00:ec2::254", "100.100.100.200", "168.63.129.16"]);
const schemes = new Set(["http:", "https:", "rtsp:", "rtsps:"]);
/** Below 1024 the ports that cameras use; above, everything but the ports of databases and similar services. */
const lowPorts = new Set([80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 322, 443, 554]);
const services = new Set([
  1433, 1521, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5672, 5900, 5984, 6000, 6379, 6443,
  6667, 8500, 9042, 9092, 9200, 9300, 10250, 11211, 15672, 27017, 27018, 50070,
]);
const standardPorts: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  "rtsp:": 554,
  "rtsps:": 322,
};

/** The port that a connection to it uses; 0 for an unknown scheme. */
export const portOf = (url: URL): number =>
  url.port === "" ? (standardPorts[url.protocol] ?? 0) : Number(url.port);
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, "");

/** `networks`: ranges such as `192.168.0.0/16`, or single addresses; read at every use, since settings change. */
export function createAddressPolicy(
  networks: () => readonly string[],
  refusals: Refusals,
  resolve: Resolver = (host) => lookup(host, { all: true }),
): AddressPolicy {
  const mayAsk = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = parse(text);
    const embedded = embeddedIn(address);
    if (isMetadata(address) || (embedded !== undefined && !isReachable(embedded))) return false;
    if (isPublic(address)) return true;
    return allowed.has(address.range()) && isListed(address, networks());
  };
  const check = (url: URL): void => {
    const host = hostOf(url);
    const port = portOf(url);
    const isPort = port < 1024 ? lowPorts.has(port) : !services.has(port);
    if (!schemes.has(url.protocol) || !isPort) throw new AppError(refusals.forbidden);
    if (isIP(host) !== 0 && !mayAsk(host)) throw new AppError(refusals.forbidden);
  };
  return {
    mayAsk,
    check,
    async reach(url) {
      check(url);
      const host = hostOf(url);
      const family = isIP(host);
      const found = family === 0 ? await lookUp(resolve, host, refusals) : [{ address: host, family }];
      const addresses = found.filter(({ address }) => mayAsk(address));
      if (addresses.length === 0) throw new AppError(refusals.forbidden);
      return {
        addresses,
        isPublic: addresses.some(({ address }) => isPublic(parse(address))),
        lookup: lookupOf(addresses),
      };
    },
  };
}

async function lookUp(
  resolve: Resolver,
  host: string,
  { silent }: Refusals,
): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(host);
  } catch (cause) {
    throw new AppError(silent, { cause });
  }
}

const lookupOf =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, options, done) => {
    const [first] = addresses;
    if (options.all === true)
      (done as unknown as (error: null, all: readonly LookupAddress[]) => void)(null, addresses);
    else done(null, first?.address ?? "", first?.family ?? 4);
  };

const isMetadata = (address: Address) => metadata.has(address.toString());
const isReachable = (address: Address) => allowed.has(address.range()) && !isMetadata(address);
const isPublic = (address: Address) =>
  address.range() === "unicast" && embeddedIn(address) === undefined && !isOwn(address);

/**
 * An IPv4 address that is written as an IPv6 one (`::ffff:a.b.c.d`) is the same host. The library also takes the
 * compatible form `::a.b.c.d` for it, and resolvers write it so.
 */
function parse(text: string): Address {
  if (!/^::\d+\.\d+\.\d+\.\d+$/.test(text)) return ipaddr.process(text);
  return new ipaddr.IPv6([
    ...Array.from({ length: 12 }, () => 0),
    ...ipaddr.IPv4.parse(text.slice(2)).octets,
  ]);
}

/**
 * The IPv4 address inside an IPv6 one that a router may unpack: IPv4-compatible `::a.b.c.d` (RFC 4291 §2.5.5.1) and ISATAP
 * `…:5efe:a.b.c.d` (RFC 5214 §6.1). Either may lead into a private network, so neither is public, whatever it holds. The
 * ranges of 6to4, NAT64 and Teredo, which do the same, are not in `allowed` at all.
 */
function embeddedIn(address: Address): ipaddr.IPv4 | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined;
  const bytes = address.toByteArray();
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && (bytes[12] ?? 0) > 0;
  const isIsatap = ((bytes[8] ?? 0) & 0xfd) === 0 && bytes.slice(9, 12).join() === "0,94,254";
  return isCompatible || isIsatap ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}

function isListed(address: Address, networks: readonly string[]): boolean {
  return networks.some((text) => {
    const range = rangeOf(text);
    return range !== undefined && range[0].kind() === address.kind() && address.match(range);
  });
}

function rangeOf(text: string): [Address, number] | undefined {
  try {
    if (text.includes("/")) return ipaddr.parseCIDR(text);
    const single = ipaddr.parse(text);
    return [single, single.kind() === "ipv4" ? 32 : 128];
  } catch {
    return undefined;
  }
}

/** A machine answers at its own public address, too, bypassing the firewall in front of it. */
function isOwn(address: Address): boolean {
  const text = address.toNormalizedString();
  return Object.values(networkInterfaces()).some((list) =>
    list?.some(
      (own) => ipaddr.isValid(own.address) && ipaddr.process(own.address).toNormalizedString() === text,
    ),
  );
}
