import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";

/** Purpose of a token in a path: watching one channel, or sending to it. */
export type TokenPurpose = "watch" | "send";

export interface TokenFacts {
  /** Identifies one viewer, or one sending browser. */
  readonly session: string;
  /** Milliseconds since 1970. */
  readonly issued: number;
  readonly expires: number;
}

/** Signs and reads tokens; needs nothing but the secret, so that the media process verifies each request by itself. */
export interface Tokens {
  write(purpose: TokenPurpose, code: string, facts: TokenFacts): string;
  /** Returns its content, regardless of its age; null when it was not signed here for this purpose and channel. */
  read(purpose: TokenPurpose, code: string, token: string): TokenFacts | null;
}

const TOKEN = /^([\w-]{1,64})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([\w-]{43})$/;

export function createTokens(secret: Buffer): Tokens {
  const key = createSecretKey(secret);
  const signatureOf = (purpose: TokenPurpose, code: string, body: string) =>
    createHmac("sha256", key).update(`${purpose}\n${code}\n${body}`).digest();
  return {
    write(purpose, code, { session, issued, expires }) {
      const body = `${session}.${issued.toString(36)}.${expires.toString(36)}`;
      return `${body}.${signatureOf(purpose, code, body).toString("base64url")}`;
    },
    read(purpose, code, token) {
      const [, session = "", issued = "", expires = "", given = ""] = TOKEN.exec(token) ?? [];
      const expected = signatureOf(purpose, code, `${session}.${issued}.${expires}`);
      const signature = Buffer.from(given, "base64url");
      if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
      return { session, issued: Number.parseInt(issued, 36), expires: Number.parseInt(expires, 36) };
    },
  };
}
