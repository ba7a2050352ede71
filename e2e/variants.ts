import type { TestInfo, TestType } from "@playwright/test";

/** `EVERY_VARIANT=1`: every journey in both languages, at every size. */
export const everyVariant = process.env["EVERY_VARIANT"] === "1";

type Declare<A extends object, W extends object> = (
  title: string,
  body: (args: A & W, info: TestInfo) => Promise<void> | void,
) => void;

/**
 * For journeys that are the same in several variants: assigns journeys to variants in rotation, the first to the first
 * variant, the second to the second, and so on, so that one run covers every variant and runs every journey once.
 * `variant` counts from 0. Each call of the returned function is for one journey: it gives `test`, or a function that
 * declares nothing.
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
