import type { FrameToken } from "./frame-words.ts";

type Take = (token: string, seconds: number) => void;

/**
 * Gives the viewer its tokens. The first one is available immediately; each later call requests a fresh one from the
 * page, once for all waiting callers.
 */
export function createTokens(first: FrameToken, want: () => void) {
  let next: FrameToken | null = first;
  const waiting: Take[] = [];
  return {
    give(take: Take): void {
      if (next !== null) {
        const { token, expires } = next;
        next = null;
        return take(token, expires);
      }
      waiting.push(take);
      if (waiting.length === 1) want();
    },
    /** Receives a fresh token. */
    bring({ token, expires }: FrameToken): void {
      if (waiting.length === 0) {
        next = { token, expires };
        return;
      }
      for (const take of waiting.splice(0)) take(token, expires);
    },
  };
}
