/**
 * Circuit breaker for a failing camera: opens after three consecutive failures for a second, doubling with each further
 * one, at most thirty.
 */
export interface Breaker {
  /** Runs the work, or rethrows the last error while the breaker is open. Errors that `counts` rejects are not failures. */
  run<T>(work: () => Promise<T>, counts?: (error: unknown) => boolean): Promise<T>;
}

const PATIENCE = 3;
const SHORTEST = 1_000;
const LONGEST = 30_000;

export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let openUntil = 0;
  let last: unknown;
  return {
    async run(work, counts = () => true) {
      if (now() < openUntil) throw last;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (!counts(error)) throw error;
        failures += 1;
        last = error;
        if (failures >= PATIENCE)
          openUntil = now() + Math.min(LONGEST, SHORTEST * 2 ** (failures - PATIENCE));
        throw error;
      }
    },
  };
}
