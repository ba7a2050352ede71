import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { AppError } from "#server/platform/errors.ts";

/** The relying party of passkeys in terms of WebAuthn: a domain, and the origin of its pages. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * From the configured address. Without one, only `localhost` is accepted from the request, for evaluation: a passkey is
 * bound to a name for ever, so the name must not come from a browser. Throws PASSKEYS_ADDRESS where WebAuthn would
 * refuse: IP addresses instead of names, and plain http elsewhere.
 */
export function relyingParty(
  publicUrl: string,
  { protocol, host }: Pick<FastifyRequest, "protocol" | "host">,
): RelyingParty {
  const called = URL.parse(`${protocol}://${host}`);
  const url = publicUrl === "" ? (called?.hostname === "localhost" ? called : null) : URL.parse(publicUrl);
  if (url === null || isAddress(url.hostname)) throw new AppError("PASSKEYS_ADDRESS");
  if (url.protocol !== "https:" && url.hostname !== "localhost") throw new AppError("PASSKEYS_ADDRESS");
  return { id: url.hostname, origin: url.origin };
}

const isAddress = (hostname: string) => isIP(hostname) !== 0 || hostname.startsWith("[");
