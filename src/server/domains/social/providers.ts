import { createHmac } from "node:crypto";
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
  fetchProtectedResource,
  getJwksCache,
  type ServerMetadata,
  setJwksCache,
} from "openid-client";
import { z } from "zod";
import { Email } from "#contract/profile.ts";
import type { SocialProvider } from "#contract/social.ts";
import { isPlainHttp, type SocialEndpoints } from "./endpoints.ts";

/** Who somebody is at a provider. */
export interface Identity {
  readonly provider: SocialProvider;
  /** The provider's own, lasting name of the account. */
  readonly subject: string;
  /** What the person recognises the account by. */
  readonly label: string;
  readonly first_name: string;
  readonly last_name: string;
  /** Null where the provider tells none, or none that is an address. */
  readonly email: string | null;
  /** The provider vouches for the address being this person's. */
  readonly isEmailVerified: boolean;
}

/** What one way out and back is bound to; kept by the browser alone, sealed. */
export interface Handshake {
  readonly state: string;
  readonly nonce: string;
  /** PKCE: proves at the token endpoint that who asks is who sent the browser away. */
  readonly verifier: string;
}

export interface ProviderKeys {
  readonly id: string;
  readonly secret: string;
  /** Of Facebook's Graph interface. */
  readonly version: string;
}

export interface Provider {
  /** Where to send the browser. */
  authorizationUrl(keys: ProviderKeys, handshake: Handshake, redirectUri: string): Promise<URL>;
  /**
   * Who came back. `returned` is the redirect address with the query the browser brought. Throws whatever is wrong:
   * state, nonce, code, signature, audience, issuer, age, or a provider that cannot be reached.
   */
  identify(keys: ProviderKeys, handshake: Handshake, returned: URL): Promise<Identity>;
}

const secondsToAnswer = 15;

export function createProviders(endpoints: SocialEndpoints): Readonly<Record<SocialProvider, Provider>> {
  return {
    google: google(endpoints.google),
    facebook: facebook(endpoints.facebook),
    twitter: twitter(endpoints.twitter),
  };
}

/** OpenID Connect: the account stands in a signed token. */
function google(endpoints: SocialEndpoints["google"]): Provider {
  const keep = keyCache();
  const configure = ({ id, secret }: ProviderKeys) =>
    configuration(
      {
        issuer: endpoints.issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        jwks_uri: endpoints.keys,
        id_token_signing_alg_values_supported: ["RS256"],
      },
      id,
      ClientSecretPost(secret),
    );
  const Claims = z.object({
    sub: z.string().min(1).max(255),
    email: z.string().optional(),
    email_verified: z.boolean().optional(),
    name: z.string().optional(),
    given_name: z.string().optional(),
    family_name: z.string().optional(),
  });
  return {
    authorizationUrl: (keys, handshake, redirectUri) =>
      leave(configure(keys), handshake, redirectUri, {
        scope: "openid email profile",
        nonce: handshake.nonce,
        // Who shares a computer may mean another account than the one that is signed in there.
        prompt: "select_account",
      }),
    async identify(keys, { state, nonce, verifier }, returned) {
      const config = configure(keys);
      // The token comes straight from Google over TLS; its signature is checked all the same.
      enableNonRepudiationChecks(config);
      const tokens = await keep(config, () =>
        authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        }),
      );
      const claims = Claims.parse(tokens.claims());
      const email = address(claims.email);
      return {
        provider: "google",
        subject: claims.sub,
        label: email ?? line(claims.name) ?? claims.sub,
        first_name: line(claims.given_name) ?? "",
        last_name: line(claims.family_name) ?? "",
        email,
        isEmailVerified: claims.email_verified === true,
      };
    },
  };
}

/** Plain OAuth. Facebook may keep the address back, and does not say whether it is confirmed. */
function facebook(endpoints: SocialEndpoints["facebook"]): Provider {
  const at = (endpoint: string, version: string) => endpoint.replaceAll("{version}", version);
  const configure = ({ id, secret, version }: ProviderKeys) =>
    configuration(
      {
        issuer: "https://www.facebook.com",
        authorization_endpoint: at(endpoints.authorization, version),
        token_endpoint: at(endpoints.token, version),
      },
      id,
      ClientSecretPost(secret),
    );
  const Account = z.object({
    id: z.string().min(1).max(255),
    name: z.string().optional(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    email: z.string().optional(),
  });
  return {
    authorizationUrl: (keys, handshake, redirectUri) =>
      leave(configure(keys), handshake, redirectUri, { scope: "public_profile,email" }),
    async identify(keys, handshake, returned) {
      const config = configure(keys);
      const token = await exchange(config, handshake, returned);
      const url = new URL(at(endpoints.account, keys.version));
      url.searchParams.set("fields", "id,name,first_name,last_name,email");
      // Proves that the token is used by who may: apps can demand it, and a stolen token is worth nothing then.
      url.searchParams.set("appsecret_proof", createHmac("sha256", keys.secret).update(token).digest("hex"));
      const account = Account.parse(await read(config, token, url));
      const email = address(account.email);
      return {
        provider: "facebook",
        subject: account.id,
        label: line(account.name) ?? email ?? account.id,
        first_name: line(account.first_name) ?? "",
        last_name: line(account.last_name) ?? "",
        email,
        isEmailVerified: false,
      };
    },
  };
}

/** Plain OAuth with PKCE. The address comes only to apps that were granted it. */
function twitter(endpoints: SocialEndpoints["twitter"]): Provider {
  const configure = ({ id, secret }: ProviderKeys) =>
    configuration(
      {
        issuer: "https://x.com",
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
      },
      id,
      basic(id, secret),
    );
  const Account = z.object({
    data: z.object({
      id: z.string().min(1).max(255),
      name: z.string().optional(),
      username: z.string().optional(),
      confirmed_email: z.string().optional(),
    }),
  });
  return {
    authorizationUrl: (keys, handshake, redirectUri) =>
      leave(configure(keys), handshake, redirectUri, { scope: "tweet.read users.read users.email" }),
    async identify(keys, handshake, returned) {
      const config = configure(keys);
      const token = await exchange(config, handshake, returned);
      const url = new URL(endpoints.account);
      url.searchParams.set("user.fields", "confirmed_email");
      const { data } = Account.parse(await read(config, token, url));
      return {
        provider: "twitter",
        subject: data.id,
        label: data.username === undefined ? data.id : `@${data.username.slice(0, 100)}`,
        first_name: line(data.name) ?? "",
        last_name: "",
        email: address(data.confirmed_email),
        // Confirmed to X at some time: who had the mailbox then need not have it now, so it is proved again.
        isEmailVerified: false,
      };
    },
  };
}

function configuration(server: ServerMetadata, id: string, auth: ClientAuth): Configuration {
  const config = new Configuration(server, id, undefined, auth);
  config.timeout = secondsToAnswer;
  if (isPlainHttp(server.token_endpoint ?? server.issuer)) allowInsecureRequests(config);
  return config;
}

/**
 * X wants the client's id and secret as they are (RFC 7617); the library would first percent-encode them (RFC 6749),
 * and X's ids and secrets hold the very letters in which the two differ.
 */
function basic(id: string, secret: string): ClientAuth {
  const credentials = Buffer.from(`${id}:${secret}`).toString("base64");
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${credentials}`);
}

async function leave(
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

async function exchange(
  config: Configuration,
  { state, verifier }: Handshake,
  returned: URL,
): Promise<string> {
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  return (await authorizationCodeGrant(config, returned, checks)).access_token;
}

async function read(config: Configuration, token: string, url: URL): Promise<unknown> {
  const answer = await fetchProtectedResource(config, token, url, "GET");
  if (!answer.ok) throw new Error(`the account was not told: ${answer.status}`);
  return answer.json();
}

/**
 * Google's keys for a few minutes. The library asks again for a key it does not know, but only when what it holds is
 * a minute old: what is kept here counts as that old, so that a change of keys never refuses anybody.
 */
function keyCache() {
  const minute = 60;
  let kept: { jwks: NonNullable<ReturnType<typeof getJwksCache>>["jwks"]; uat: number } | undefined;
  return async <T>(config: Configuration, work: () => Promise<T>): Promise<T> => {
    if (kept !== undefined) setJwksCache(config, { jwks: kept.jwks, uat: kept.uat - minute });
    try {
      return await work();
    } finally {
      const now = getJwksCache(config);
      if (now !== undefined && now.uat !== (kept?.uat ?? 0) - minute) kept = { jwks: now.jwks, uat: now.uat };
    }
  };
}

function address(email: string | undefined): string | null {
  const parsed = Email.safeParse(email ?? "");
  return parsed.success ? parsed.data : null;
}

/** A name as a provider gives it, cut to what a profile holds; undefined when there is nothing in it. */
function line(text: string | undefined): string | undefined {
  const clean = (text ?? "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 100)
    .trim();
  return clean === "" ? undefined : clean;
}
