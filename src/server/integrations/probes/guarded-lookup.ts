import { type LookupAddress, lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { OutsideTrouble, type ProbeText, probeText } from "./probe-text.ts";

/** Failure of a probe. */
export class ProbeFailure extends OutsideTrouble {
  constructor(key: ProbeText["key"], values?: ProbeText["values"]) {
    super(probeText(key, values));
    this.name = "ProbeFailure";
  }
}

/** Returns the ProbeFailure in the cause chain of an error, at any depth; undefined where there is none. */
export function probeFailureOf(error: unknown): ProbeFailure | undefined {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ProbeFailure) return at;
  return undefined;
}

/** Timeout of a whole probe in milliseconds. */
export const PATIENCE = 5_000;

/**
 * A service may deliberately run on this machine or within the site's own network. Excluded are addresses that no such
 * service has: the metadata addresses of clouds, which reveal a machine's secrets, and those that are no single host.
 */
const usable = new Set(["unicast", "private", "loopback", "carrierGradeNat", "uniqueLocal"]);
const metadata = new Set(["100.100.100.200", "fd00:ec2::254"]);

export function mayBeAsked(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  return usable.has(plain.range()) && !metadata.has(plain.toString());
}

/** Node's own lookup, without forbidden addresses: checked where the connection is made. */
export const guardedLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error !== null) return done(error, "", 0);
    const allowed = found.filter(({ address }) => mayBeAsked(address));
    const [first] = allowed;
    if (first === undefined) return done(new ProbeFailure("forbidden"), "", 0);
    return options.all === true
      ? (done as unknown as (error: null, all: LookupAddress[]) => void)(null, allowed)
      : done(null, first.address, first.family);
  });
};

/** Throws for a forbidden literal IP address, which bypasses the lookup. */
export function refuseForbidden(hostname: string): void {
  const plain = hostname.replace(/^\[|\]$/g, "");
  if (isIP(plain) !== 0 && !mayBeAsked(plain)) throw new ProbeFailure("forbidden");
}

const keys: Readonly<Record<string, ProbeText["key"]>> = {
  ENOTFOUND: "unknown_host",
  EAI_AGAIN: "unresolved",
  ECONNREFUSED: "connection_refused",
  ECONNRESET: "connection_closed",
  EHOSTUNREACH: "host_unreachable",
  ENETUNREACH: "network_unreachable",
  EPROTO: "no_https",
  ERR_SSL_WRONG_VERSION_NUMBER: "no_https",
  CERT_HAS_EXPIRED: "certificate_expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate_self_signed",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate_unknown",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate_unverified",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate_other_host",
};

/** Converts a network error to a failure with a sentence. */
export function failureOf(error: unknown): ProbeFailure {
  if (error instanceof ProbeFailure) return error;
  const { code = "", name = "", errors } = error as { code?: string; name?: string; errors?: unknown[] };
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT")
    return new ProbeFailure("too_late", { seconds: PATIENCE / 1000 });
  const key = keys[code];
  // Several addresses were tried: the first one's reason is sufficient.
  if (key === undefined && errors?.[0] !== undefined) return failureOf(errors[0]);
  if (key !== undefined) return new ProbeFailure(key);
  return code === "" ? new ProbeFailure("unreachable") : new ProbeFailure("unreachable_code", { code });
}
