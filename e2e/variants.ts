import type { TestInfo, TestType } from "@playwright/test";

/** `EVERY_VARIANT=1`: every journey in both languages, at every size. */
export const everyVariant = process.env["EVERY_VARIANT"] === "1";

type Declare<A extends object, W extends object> = (
  title: string,
  body: (args: A & W, info: TestInfo) => Promise<void> | void,
) => void;

/**
 * For journeys that are the same in several variants: tells them by turns, the first in the first variant, the second
 * in the second, and round again, so that one run has met every variant and told every story once. `variant` counts
 * from 0. Each call of what it returns is one journey's: it gives `test`, or what declares nothing.
 */
export function byTurns<A extends object, W extends object>(
  test: TestType<A, W>,
  variant: number,
  variants = 2,
): () => Declare<A, W> {
  let told = variant;
  return () => {
    const isTurn = told % variants === 0;
    told += 1;
    return isTurn || everyVariant ? test : () => undefined;
  };
}
