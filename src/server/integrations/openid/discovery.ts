import { z } from "zod";
import { isSecure } from "#contract/secure-address.ts";
import { ProbeFailure } from "../probes/guarded-lookup.ts";
import { askHttp } from "../probes/http-probe.ts";

/** The provider answered with an unusable discovery document: a configuration fault, which waiting does not fix. */
export class DiscoveryFailure extends ProbeFailure {}

/** An OpenID Connect provider as described by its discovery document, validated. */
export interface DiscoveredProvider {
  /** Identical, letter by letter, to the settings and to every id token. */
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint: string | undefined;
  /** Accepted algorithms of its id tokens; never empty. */
  readonly algorithms: readonly string[];
  /** How the client's secret is sent: in the form, or by Basic (RFC 6749, 2.3.1). */
  readonly clientAuth: "post" | "basic";
  /** It sends its issuer with the redirect back (RFC 9207). */
  readonly hasIssuerParameter: boolean;
}

/** Signatures by a private key alone: `none` proves nothing, and HS… would treat a published key as a secret. */
const accepted: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const names = z.array(z.string());
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  token_endpoint: z.string().optional(),
  jwks_uri: z.string().optional(),
  userinfo_endpoint: z.string().optional(),
  response_types_supported: names.default(["code"]),
  grant_types_supported: names.default(["authorization_code"]),
  id_token_signing_alg_values_supported: names.default(["RS256"]),
  // Default where the field is missing (OpenID Connect Discovery 1.0, 3).
  token_endpoint_auth_methods_supported: names.default(["client_secret_basic"]),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
});
type Metadata = z.output<typeof Metadata>;

/** Maximum bytes of a discovery document: those of large providers have some ten thousand. */
const most = 256 * 1024;

/**
 * Loads and validates the discovery document of an issuer (OpenID Connect Discovery 1.0, 4). Throws DiscoveryFailure
 * for an invalid one, and ProbeFailure where there is no answer; both with a message for the administrator.
 */
export async function discover(issuer: string, signal: AbortSignal): Promise<DiscoveredProvider> {
  if (issuer === "") throw new DiscoveryFailure("no_issuer");
  if (!URL.canParse(issuer) || !isSecure(new URL(issuer))) throw new DiscoveryFailure("issuer_without_https");
  const address = new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
  const { href } = address;
  const { status, body } = await askHttp(address, {
    headers: { accept: "application/json" },
    atMost: most,
    signal,
  });
  if (status >= 500 || status === 429) throw new ProbeFailure("status_service_at", { status, address: href });
  if (status >= 300 && status < 400)
    throw new DiscoveryFailure("status_redirect_at", { status, address: href });
  if (status !== 200) throw new DiscoveryFailure("status_no_issuer_at", { status, address: href });
  const parsed = Metadata.safeParse(parseJson(body.toString("utf8")));
  if (!parsed.success) throw new DiscoveryFailure("no_discovery", { address: href });
  return check(parsed.data, issuer);
}

function check(metadata: Metadata, issuer: string): DiscoveredProvider {
  if (metadata.issuer !== issuer)
    throw new DiscoveryFailure("other_issuer", { issuer: metadata.issuer.slice(0, 200) });
  const { userinfo_endpoint } = metadata;
  if (!metadata.response_types_supported.includes("code"))
    throw new DiscoveryFailure("no_code_flow", { name: "response_type=code" });
  if (!metadata.grant_types_supported.includes("authorization_code"))
    throw new DiscoveryFailure("no_code_flow", { name: "grant_type=authorization_code" });
  const algorithms = metadata.id_token_signing_alg_values_supported.filter((name) => accepted.includes(name));
  if (algorithms.length === 0) throw new DiscoveryFailure("no_algorithm");
  return {
    issuer,
    authorization_endpoint: endpoint(issuer, "authorization_endpoint", metadata.authorization_endpoint),
    token_endpoint: endpoint(issuer, "token_endpoint", metadata.token_endpoint),
    jwks_uri: endpoint(issuer, "jwks_uri", metadata.jwks_uri),
    userinfo_endpoint:
      userinfo_endpoint === undefined ? undefined : endpoint(issuer, "userinfo_endpoint", userinfo_endpoint),
    algorithms,
    clientAuth: clientAuth(metadata.token_endpoint_auth_methods_supported),
    hasIssuerParameter: metadata.authorization_response_iss_parameter_supported,
  };
}

/** Plain http only with an issuer that itself uses it, which means this machine. */
function endpoint(issuer: string, name: string, address: string | undefined): string {
  if (address === undefined) throw new DiscoveryFailure("no_endpoint", { name });
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isSecure(url) || (url.protocol === "http:" && issuer.startsWith("https:")))
    throw new DiscoveryFailure("endpoint_without_https", { name });
  return address;
}

/** Prefers the form: providers disagree on how an id and a secret are encoded for Basic. */
function clientAuth(methods: readonly string[]): DiscoveredProvider["clientAuth"] {
  if (methods.includes("client_secret_post")) return "post";
  if (methods.includes("client_secret_basic")) return "basic";
  throw new DiscoveryFailure("no_client_auth");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
