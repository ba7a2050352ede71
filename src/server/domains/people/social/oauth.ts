import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  type ServerMetadata,
} from "openid-client";
import { limits } from "#contract/limits.ts";
import { Email } from "#contract/profile.ts";
import { isPlainHttp } from "./endpoints.ts";
import type { Handshake } from "./provider.ts";

/** Timeout of one response of a provider. */
const secondsToAnswer = 15;

/** A provider, and our client there. Plain http only where the address was configured so, which means this machine. */
export function configuration(server: ServerMetadata, id: string, auth: ClientAuth): Configuration {
  const config = new Configuration(server, id, undefined, auth);
  config.timeout = secondsToAnswer;
  if (isPlainHttp(server.token_endpoint ?? server.issuer)) allowInsecureRequests(config);
  return config;
}

/** The address for the browser: with the state, and with a challenge (S256) that only our verifier answers. */
export async function leave(
  config: Configuration,
  { state, verifier }: Handshake,
  redirectUri: string,
  parameters: Readonly<Record<string, string>>,
): Promise<URL> {
  return buildAuthorizationUrl(config, {
    ...parameters,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
}

/** The access token for the code that the browser brought back. Throws when the state or the code is not valid. */
export async function exchange(
  config: Configuration,
  { state, verifier }: Handshake,
  returned: URL,
): Promise<string> {
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  return (await authorizationCodeGrant(config, returned, checks)).access_token;
}

/** The provider's data of the token's account. */
export async function read(config: Configuration, token: string, url: URL): Promise<unknown> {
  const answer = await fetchProtectedResource(config, token, url, "GET");
  if (!answer.ok) throw new Error(`the provider did not return the account: ${answer.status}`);
  return answer.json();
}

/** Null for a value that a profile would not accept as an email address. */
export function address(email: string | undefined): string | null {
  const parsed = Email.safeParse(email ?? "");
  return parsed.success ? parsed.data : null;
}

/** A name from a provider, cut to the length of a profile field; undefined when it is empty. */
export function line(text: string | undefined): string | undefined {
  const clean = (text ?? "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, limits.name)
    // Drops a half of a surrogate pair at the end.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return clean === "" ? undefined : clean;
}
