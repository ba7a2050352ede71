import {
  allowInsecureRequests,
  authorizationCodeGrant,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from "openid-client";
import { z } from "zod";
import { type DiscoveredProvider, discover } from "#server/integrations/openid/discovery.ts";
import { guardedFetch } from "#server/integrations/openid/guarded-fetch.ts";
import { PATIENCE } from "#server/integrations/probes/guarded-lookup.ts";
import type { Clock } from "#server/platform/clock.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { isPlainHttp } from "./endpoints.ts";
import { createKeyCache } from "./key-cache.ts";
import { address, configuration, leave, line } from "./oauth.ts";
import type { Provider, ProviderKeys } from "./provider.ts";

/** Null where a provider sends null rather than omitting the field. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const Claims = z.object({
  sub: z.string().min(1).max(255),
  azp: text,
  iat: z.number(),
  email: text,
  // Some send a string instead of a boolean.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).nullish(),
  name: text,
  preferred_username: text,
  given_name: text,
  family_name: text,
});
const Account = Claims.omit({ iat: true });

/** Seconds within which a token must have been issued. Some providers date theirs five minutes back, clocks differ. */
const age = { most: 900, ahead: 60 };

/** OpenID Connect with the provider of the settings. Its endpoints are discovered, its keys fetched. */
export function openid(clock: Clock): Provider {
  const discovered = createDiscoveryCache(clock);
  const keep = createKeyCache();
  const configure = async ({ issuer, id, secret }: ProviderKeys): Promise<Configuration> => {
    const found = await discovered(issuer);
    const { algorithms, clientAuth, hasIssuerParameter, userinfo_endpoint, ...endpoints } = found;
    const config = configuration(
      {
        ...endpoints,
        ...(userinfo_endpoint !== undefined && { userinfo_endpoint }),
        id_token_signing_alg_values_supported: [...algorithms],
        authorization_response_iss_parameter_supported: hasIssuerParameter,
      },
      id,
      clientAuth === "post" ? ClientSecretPost(secret) : ClientSecretBasic(secret),
    );
    if (isPlainHttp(issuer)) allowInsecureRequests(config);
    config[customFetch] = guardedFetch;
    // The token comes straight from the provider over TLS; its signature is verified all the same.
    enableNonRepudiationChecks(config);
    return config;
  };

  return {
    async authorizationUrl(keys, handshake, redirectUri) {
      const asked: Record<string, string> = keys.prompt === "off" ? {} : { prompt: keys.prompt };
      return leave(await configure(keys), handshake, redirectUri, {
        scope: keys.scopes,
        nonce: handshake.nonce,
        ...asked,
      });
    },
    async identify(keys, { state, nonce, verifier }, returned) {
      const config = await configure(keys);
      const account = await keep(config, async () => {
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = Claims.parse(tokens.claims());
        checkClaims(claims, keys);
        if (claims.email !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
          return claims;
        // An address and its confirmation come from the same response.
        const { email, email_verified, ...others } = Account.parse(
          await fetchUserInfo(config, tokens.access_token, claims.sub),
        );
        return { ...others, ...definedOnly(claims), email, email_verified };
      });
      const email = address(account.email);
      return {
        provider: "openid",
        issuer: keys.issuer,
        subject: account.sub,
        label: email ?? line(account.preferred_username) ?? line(account.name) ?? account.sub,
        first_name: line(account.given_name) ?? "",
        last_name: line(account.family_name) ?? "",
        email,
        isEmailVerified: account.email_verified === true || account.email_verified === "true",
      };
    },
  };
}

/** Checks that the library does not do: the token's audience where it is given, and its age. */
function checkClaims({ azp, iat }: z.output<typeof Claims>, { id }: ProviderKeys): void {
  if (azp !== undefined && azp !== id) throw new Error("the token was issued to another party");
  const seconds = iat - Date.now() / 1000;
  if (seconds > age.ahead || seconds < -age.most) throw new Error("the token was not issued just now");
}

/** Discovery documents of issuers, cached for ten minutes; parallel sign-ins fetch once. A failure is not cached. */
function createDiscoveryCache(clock: Clock) {
  const milliseconds = 600_000;
  let kept: { issuer: string; until: number; found: Promise<DiscoveredProvider> } | undefined;
  return async (issuer: string): Promise<DiscoveredProvider> => {
    const now = clock.now().getTime();
    if (kept !== undefined && kept.issuer === issuer && kept.until > now) return kept.found;
    const asked = {
      issuer,
      until: now + milliseconds,
      found: discover(issuer, AbortSignal.timeout(PATIENCE)),
    };
    kept = asked;
    try {
      return await asked.found;
    } catch (error) {
      if (kept === asked) kept = undefined;
      throw error;
    }
  };
}
