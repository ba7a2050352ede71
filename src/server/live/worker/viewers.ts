import type { TokenFacts } from "../tokens.ts";

const COUNTED_MS = 15_000;
/** Milliseconds for which a token in use stays valid after its expiry, so that no native player stops in the middle. */
const KEPT_MS = 30_000;
const MOST_MS = 12 * 3_600_000;

/** Viewers of one channel: those with a recent request. */
export class Viewers {
  readonly #seen = new Map<string, number>();
  #notBefore = 0;

  /** Whether a token opens the channel now; records that its viewer is present. */
  admit({ session, issued, expires }: TokenFacts, now: number): boolean {
    if (issued < this.#notBefore) return false;
    const seen = this.#seen.get(session) ?? 0;
    const isGood = expires > now || (now - seen < KEPT_MS && now - issued < MOST_MS);
    if (isGood) this.#seen.set(session, now);
    return isGood;
  }

  /** Tokens issued earlier are no longer valid. */
  revoke(before: number): void {
    if (before <= this.#notBefore) return;
    this.#notBefore = before;
    this.#seen.clear();
  }

  count(now: number): number {
    for (const [session, at] of this.#seen) if (now - at > KEPT_MS) this.#seen.delete(session);
    return [...this.#seen.values()].filter((at) => now - at <= COUNTED_MS).length;
  }
}
