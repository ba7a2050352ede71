import { authorizationCodeGrant, ClientSecretPost, enableNonRepudiationChecks } from "openid-client";
import { z } from "zod";
import type { SocialEndpoints } from "./endpoints.ts";
import { createKeyCache } from "./key-cache.ts";
import { address, configuration, leave, line } from "./oauth.ts";
import type { Provider, ProviderKeys } from "./provider.ts";

/** OpenID Connect: the account is in a signed token. */
export function google(endpoints: SocialEndpoints["google"]): Provider {
  const keep = createKeyCache();
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
      // The token comes straight from Google over TLS; its signature is verified all the same.
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
