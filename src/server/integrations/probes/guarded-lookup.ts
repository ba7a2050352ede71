import { type LookupAddress, lookup as resolve } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** Failure of a probe, in English, for the administrator who configured the service. */
export class ProbeFailure extends Error {
  constructor(detail: string) {
    super(detail);
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
    if (first === undefined) return done(new ProbeFailure(forbidden), "", 0);
    return options.all === true
      ? (done as unknown as (error: null, all: LookupAddress[]) => void)(null, allowed)
      : done(null, first.address, first.family);
  });
};

const forbidden = "The name resolves to an address that is not allowed.";

/** Throws for a forbidden literal IP address, which bypasses the lookup. */
export function refuseForbidden(hostname: string): void {
  const plain = hostname.replace(/^\[|\]$/g, "");
  if (isIP(plain) !== 0 && !mayBeAsked(plain)) throw new ProbeFailure(forbidden);
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name does not exist.",
  EAI_AGAIN: "The host name could not be resolved.",
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: "The connection was closed.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The network cannot be reached.",
  EPROTO: "It does not support https.",
  ERR_SSL_WRONG_VERSION_NUMBER: "It does not support https.",
  CERT_HAS_EXPIRED: "Its certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "Its certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "Its certificate is signed by an unknown authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "Its certificate cannot be verified.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for a different host name.",
};

/** Converts a network error to a sentence. */
export function failureOf(error: unknown): ProbeFailure {
  if (error instanceof ProbeFailure) return error;
  const { code = "", name = "", errors } = error as { code?: string; name?: string; errors?: unknown[] };
  if (name === "AbortError" || name === "TimeoutError" || code === "ETIMEDOUT")
    return new ProbeFailure(`It did not respond within ${PATIENCE / 1000} seconds.`);
  // Several addresses were tried: the first one's reason is sufficient.
  if (words[code] === undefined && errors?.[0] !== undefined) return failureOf(errors[0]);
  return new ProbeFailure(words[code] ?? `It could not be reached${code === "" ? "" : ` (${code})`}.`);
}
