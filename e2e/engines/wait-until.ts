import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds. Long enough for an engine that renders without a graphics card on a busy machine. */
const PATIENCE = 30_000;

/** Polls until `look` returns something other than false, null or undefined, and returns that; throws naming `what`. */
export async function until<T>(
  what: string | (() => string),
  look: () => Promise<T | false | null | undefined>,
  patience = PATIENCE,
): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    try {
      const seen = await look();
      if (seen !== false && seen !== null && seen !== undefined) return seen;
      last = undefined;
    } catch (error) {
      // A navigating page does not answer for a moment.
      last = error;
    }
  }
  const told = typeof what === "string" ? what : what();
  throw new Error(
    `Waited ${patience / 1000} s in vain: ${told}.${last instanceof Error ? ` ${last.message}` : ""}`,
  );
}
