import { vi } from "vitest";

/** Milliseconds. Only what never comes takes so long: a machine that has other work holds anything up for a second or two. */
const PATIENCE = 25_000;

/**
 * Looks until it does not throw, and gives what it found. How fast something comes is a benchmark's to say.
 * `patience`: milliseconds, for what is long work also on an idle machine.
 */
export const soon = <T>(look: () => T | Promise<T>, patience = PATIENCE): Promise<T> =>
  vi.waitFor(look, { timeout: patience, interval: patience / 500 });
