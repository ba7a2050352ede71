import {
  authorizationCodeGrant,
  ClientSecretPost,
  type Configuration,
  enableNonRepudiationChecks,
  getJwksCache,
  setJwksCache,
} from "openid-client";
import { z } from "zod";
import type { SocialEndpoints } from "./endpoints.ts";
import { address, configuration, leave, line } from "./oauth.ts";
import type { Provider, ProviderKeys } from "./provider.ts";

/** OpenID Connect: the account stands in a signed token. */
export function google(endpoints: SocialEndpoints["google"]): Provider {
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
    authorizationUrl(keys, handshake, redirectUri) {
      const asked: Record<string, string> = keys.prompt === "off" ? {} : { prompt: keys.prompt };
      const { nonce } = handshake;
      return leave(configure(keys), handshake, redirectUri, {
        scope: "openid email profile",
        nonce,
        ...asked,
      });
    },
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
