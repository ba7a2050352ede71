import { createHmac } from "node:crypto";
import { ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { OAuthEndpoints } from "./endpoints.ts";
import { address, configuration, exchange, leave, line, read } from "./oauth.ts";
import type { Provider, ProviderKeys } from "./provider.ts";

/** Plain OAuth. Facebook may withhold the address, and does not say whether it is confirmed. */
export function facebook(endpoints: OAuthEndpoints): Provider {
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
      // Proves that the token is used by its app: apps can require it, which makes a stolen token worthless.
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
