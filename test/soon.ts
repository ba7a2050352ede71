import { vi } from "vitest";

/** Milliseconds. Only a condition that never holds takes so long, whatever the machine has to do beside it. */
const PATIENCE = 120_000;

/**
 * Retries until the check does not throw, and returns its result. Speed is measured by benchmarks, not here.
 * `patience`: milliseconds, for work of minutes.
 */
export const soon = <T>(look: () => T | Promise<T>, patience = PATIENCE): Promise<T> =>
  vi.waitFor(look, { timeout: patience, interval: 50 });
