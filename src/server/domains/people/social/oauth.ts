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

/** How long a provider may take for one answer. */
const secondsToAnswer = 15;

/** A provider, and who we are there. Plain http only where the address was configured so, which means this machine. */
export function configuration(server: ServerMetadata, id: string, auth: ClientAuth): Configuration {
  const config = new Configuration(server, id, undefined, auth);
  config.timeout = secondsToAnswer;
  if (isPlainHttp(server.token_endpoint ?? server.issuer)) allowInsecureRequests(config);
  return config;
}

/** Where to send the browser: with the state, and with a challenge (S256) that only our verifier answers. */
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

/** The access token for the code that the browser brought back. Throws when the state or the code is not ours. */
export async function exchange(
  config: Configuration,
  { state, verifier }: Handshake,
  returned: URL,
): Promise<string> {
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  return (await authorizationCodeGrant(config, returned, checks)).access_token;
}

/** What the provider tells of the account whose token it is. */
export async function read(config: Configuration, token: string, url: URL): Promise<unknown> {
  const answer = await fetchProtectedResource(config, token, url, "GET");
  if (!answer.ok) throw new Error(`the provider did not return the account: ${answer.status}`);
  return answer.json();
}

/** Null for what a profile would not take as an e-mail address. */
export function address(email: string | undefined): string | null {
  const parsed = Email.safeParse(email ?? "");
  return parsed.success ? parsed.data : null;
}

/** A name as a provider gives it, cut to what a profile holds; undefined when nothing is in it. */
export function line(text: string | undefined): string | undefined {
  const clean = (text ?? "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, limits.name)
    // Not half of a letter that takes two units.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return clean === "" ? undefined : clean;
}
