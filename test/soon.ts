import { vi } from "vitest";

/** Milliseconds. Only what never comes takes so long: a machine that has other work holds anything up for a second or two. */
const PATIENCE = 25_000;

/** Looks until it does not throw, and gives what it found. How fast something comes is a benchmark's to say. */
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: PATIENCE, interval: 40 });
