import { vi } from "vitest";

/** Milliseconds. Only a condition that never holds takes so long: a busy machine delays anything by a second or two. */
const PATIENCE = 25_000;

/**
 * Retries until the check does not throw, and returns its result. Speed is measured by benchmarks, not here.
 * `patience`: milliseconds, for work that takes long even on an idle machine.
 */
export const soon = <T>(look: () => T | Promise<T>, patience = PATIENCE): Promise<T> =>
  vi.waitFor(look, { timeout: patience, interval: patience / 500 });
