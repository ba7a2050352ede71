import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "#server/platform/clock.ts";

interface Code {
  readonly redirectUri: string;
  /** PKCE, S256; null where the tool does not support it. */
  readonly challenge: string | null;
}

interface Grant {
  expiresAt: number;
}

/** Single-use codes, expiring access tokens, and single-use refresh tokens. */
export class Grants {
  readonly #clock: Clock;
  readonly #codes = new Map<string, Code>();
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Set<string>();
  readonly #make: (expiresAt: number | null) => string;

  constructor(clock: Clock, make: (expiresAt: number | null) => string = () => secret()) {
    this.#clock = clock;
    this.#make = make;
  }

  allow(code: Code): string {
    const text = secret();
    this.#codes.set(text, code);
    return text;
  }

  /** Redeems a code. It is used up even when the other parameters are wrong. */
  exchange(code: string, redirectUri: string, verifier: string | null): boolean {
    const known = this.#codes.get(code);
    this.#codes.delete(code);
    if (known === undefined || known.redirectUri !== redirectUri) return false;
    return (
      known.challenge === null ||
      known.challenge ===
        createHash("sha256")
          .update(verifier ?? "")
          .digest("base64url")
    );
  }

  /** Uses up a refresh token; false when it is unknown, or was used before. */
  spend(refresh: string): boolean {
    return this.#refresh.delete(refresh);
  }

  /** `seconds` null: the token never expires. */
  give(seconds: number | null): { readonly access: string; readonly refresh: string } {
    const expiresAt = seconds === null ? null : this.#clock.now().getTime() + seconds * 1000;
    const access = this.#make(expiresAt);
    const refresh = secret();
    this.#access.set(access, { expiresAt: expiresAt ?? Number.POSITIVE_INFINITY });
    this.#refresh.add(refresh);
    return { access, refresh };
  }

  isGood(access: string): boolean {
    const grant = this.#access.get(access);
    return grant !== undefined && grant.expiresAt > this.#clock.now().getTime();
  }

  forget(token: string): boolean {
    return this.#access.delete(token) || this.#refresh.delete(token);
  }

  expire(): void {
    for (const grant of this.#access.values()) grant.expiresAt = 0;
  }

  forgetAll(): void {
    this.#access.clear();
    this.#refresh.clear();
  }
}

export const secret = () => randomBytes(24).toString("base64url");
