import { createHash, randomBytes } from "node:crypto";
import type { Person } from "./people.ts";

/** A user's consent, until it is exchanged. */
export interface Grant {
  readonly provider: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly scope: string;
  readonly person: Person;
}

export type Refusal = "invalid_client" | "invalid_grant";

/** Single-use codes, and the tokens they were exchanged for. */
export function createGrants() {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  return {
    allow(grant: Grant): string {
      const code = randomBytes(24).toString("base64url");
      codes.set(code, grant);
      return code;
    },
    /** Redeems a code. It is used up even when the other parameters are wrong. */
    exchange(
      provider: string,
      { code, redirectUri, verifier }: { code: string; redirectUri: string; verifier: string },
    ): { token: string; grant: Grant } | Refusal {
      const grant = codes.get(code);
      codes.delete(code);
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      if (grant?.provider !== provider || grant.redirectUri !== redirectUri) return "invalid_grant";
      if (grant.challenge !== challenge) return "invalid_grant";
      const token = randomBytes(24).toString("base64url");
      tokens.set(token, grant);
      return { token, grant };
    },
    /** The owner of an access token; undefined for a token of another provider. */
    owner(
      provider: string,
      authorization: string,
    ): { token: string; person: Person; scope: string } | undefined {
      const token = /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? "";
      const grant = tokens.get(token);
      return grant?.provider === provider ? { token, person: grant.person, scope: grant.scope } : undefined;
    },
  };
}

export type Grants = ReturnType<typeof createGrants>;
