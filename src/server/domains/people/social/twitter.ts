import type { ClientAuth } from "openid-client";
import { z } from "zod";
import type { OAuthEndpoints } from "./endpoints.ts";
import { address, configuration, exchange, leave, line, read } from "./oauth.ts";
import type { Provider, ProviderKeys } from "./provider.ts";

/** Plain OAuth with PKCE. The address is returned only to apps that were granted it. */
export function twitter(endpoints: OAuthEndpoints): Provider {
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
        // Confirmed to X at some time in the past: the mailbox may have another owner now, so the address is proved
        // again.
        isEmailVerified: false,
      };
    },
  };
}

/**
 * X expects the client's id and secret unencoded (RFC 7617); the library would percent-encode them first (RFC 6749),
 * and X's ids and secrets contain the very letters in which the two differ.
 */
function basic(id: string, secret: string): ClientAuth {
  const credentials = Buffer.from(`${id}:${secret}`).toString("base64");
  return (_server, _client, _body, headers) => headers.set("authorization", `Basic ${credentials}`);
}
