import type { TestInfo, TestType } from "@playwright/test";

/** `EVERY_VARIANT=1`: every journey in both languages, at every size. */
export const everyVariant = process.env["EVERY_VARIANT"] === "1";

type Declare<A extends object, W extends object> = (
  title: string,
  body: (args: A & W, info: TestInfo) => Promise<void> | void,
) => void;

/**
 * Declares journeys that are the same in several variants, by turns: the first in the first variant, the second in
 * the second, and round again, so that one run has met every variant and told every story once. `variant` counts
 * from 0.
 */
export function byTurns<A extends object, W extends object>(
  test: TestType<A, W>,
  variant: number,
  variants = 2,
): Declare<A, W> {
  let told = variant;
  return (title, body) => {
    const isTurn = told % variants === 0;
    told += 1;
    if (isTurn || everyVariant) test(title, body);
  };
}
