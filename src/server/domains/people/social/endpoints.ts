import { z } from "zod";
import { isSecure } from "#contract/secure-address.ts";
import { definedOnly } from "#server/platform/defined-only.ts";

/** Addresses of the providers known by name. Facebook's contain `{version}`, which is a setting. */
export interface SocialEndpoints {
  readonly google: {
    readonly issuer: string;
    readonly authorization: string;
    readonly token: string;
    readonly keys: string;
  };
  readonly facebook: OAuthEndpoints;
  readonly twitter: OAuthEndpoints;
}

export interface OAuthEndpoints {
  readonly authorization: string;
  readonly token: string;
  /** Returns the account of a token. */
  readonly account: string;
}

/** Fixed rather than discovered: a sign-in must not depend on one more response, and these have not moved in years. */
const published: SocialEndpoints = {
  google: {
    issuer: "https://accounts.google.com",
    authorization: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
  },
  facebook: {
    authorization: "https://www.facebook.com/{version}/dialog/oauth",
    token: "https://graph.facebook.com/{version}/oauth/access_token",
    account: "https://graph.facebook.com/{version}/me",
  },
  twitter: {
    authorization: "https://x.com/i/oauth2/authorize",
    token: "https://api.x.com/2/oauth2/token",
    account: "https://api.x.com/2/users/me",
  },
};

export const isPlainHttp = (address: string) => new URL(address).protocol === "http:";

const Address = z.url({ abort: true }).refine((address) => isSecure(new URL(address)), {
  // Secrets are sent there.
  error: "must be https, or http on this machine",
});
const OAuth = z.strictObject({ authorization: Address, token: Address, account: Address }).partial();
const Other = z
  .strictObject({
    google: z
      .strictObject({ issuer: Address, authorization: Address, token: Address, keys: Address })
      .partial(),
    facebook: OAuth,
    twitter: OAuth,
  })
  .partial();

/**
 * The published addresses, with those replaced that `json` (of `SOCIAL_ENDPOINTS`) contains. Throws one readable
 * sentence.
 */
export function readEndpoints(json: string): SocialEndpoints {
  if (json === "") return published;
  const parsed = Other.safeParse(parseJson(json));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(
      `The configuration is wrong.\nSOCIAL_ENDPOINTS ${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`,
    );
  }
  const { google, facebook, twitter } = parsed.data;
  return {
    google: { ...published.google, ...definedOnly(google ?? {}) },
    facebook: { ...published.facebook, ...definedOnly(facebook ?? {}) },
    twitter: { ...published.twitter, ...definedOnly(twitter ?? {}) },
  };
}

/** Token endpoints, for tests of whether a provider knows our client id. */
export const tokenEndpoints = ({ google, facebook, twitter }: SocialEndpoints) => ({
  google: google.token,
  facebook: facebook.token,
  twitter: twitter.token,
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
