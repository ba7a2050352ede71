import { createHash, randomBytes } from "node:crypto";

export interface Grant {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly string[];
}

export interface MadeTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
}

const minutes = 60_000;
const days = 24 * 60 * minutes;

/**
 * Single-use codes valid for five minutes, access tokens valid for an hour, single-use refresh tokens valid for 15
 * days.
 */
export function createTokens(now: () => number, tokenSeconds: () => number) {
  const codes = new Map<string, Grant & { readonly until: number }>();
  const access = new Map<string, { readonly scopes: readonly string[]; readonly until: number }>();
  const refresh = new Map<string, { readonly scopes: readonly string[]; readonly until: number }>();

  const make = (granted: readonly string[], scopes: readonly string[]): MadeTokens => {
    const expires_in = tokenSeconds();
    const until = now() + expires_in * 1000;
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = [
      part({ alg: "RS256", kid: "1" }),
      part({ scope: scopes, exp: Math.floor(until / 1000), jti: randomBytes(9).toString("base64url") }),
      randomBytes(16).toString("base64url"),
    ].join(".");
    const refresh_token = randomBytes(24).toString("base64url");
    access.set(token, { scopes, until });
    refresh.set(refresh_token, { scopes: granted, until: now() + 15 * days });
    return { access_token: token, refresh_token, token_type: "Bearer", expires_in };
  };

  return {
    allow(grant: Grant): string {
      const code = randomBytes(24).toString("base64url");
      codes.set(code, { ...grant, until: now() + 5 * minutes });
      return code;
    },
    /** Null when the code, its verifier or its redirect URI is wrong; the code is used up nevertheless. */
    exchange(code: string, verifier: string, redirectUri: string): MadeTokens | null {
      const grant = codes.get(code);
      codes.delete(code);
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      if (grant === undefined || grant.until <= now()) return null;
      if (grant.redirectUri !== redirectUri || grant.challenge !== challenge) return null;
      return make(grant.scopes, grant.scopes);
    },
    /** Null when the token was used before, has expired, or never had one of the scopes. */
    renew(token: string, scopes: readonly string[]): MadeTokens | null {
      const known = refresh.get(token);
      refresh.delete(token);
      if (known === undefined || known.until <= now()) return null;
      if (scopes.some((scope) => !known.scopes.includes(scope))) return null;
      return make(known.scopes, scopes.length === 0 ? known.scopes : scopes);
    },
    revoke(token: string): void {
      refresh.delete(token);
      access.delete(token);
    },
    /** Scopes of the bearer; undefined for an invalid token. */
    scopesOf(authorization: string | undefined): readonly string[] | undefined {
      const known = access.get(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? "");
      return known !== undefined && known.until > now() ? known.scopes : undefined;
    },
    /** Expires every access token at once; refresh tokens stay valid. */
    expireAll: () => access.clear(),
    /** Simulates the user revoking the application's access at Autodesk. */
    forgetAll(): void {
      access.clear();
      refresh.clear();
    },
    refreshable: () => refresh.size,
  };
}
export type Tokens = ReturnType<typeof createTokens>;
