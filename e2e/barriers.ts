import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export interface BarrierOptions {
  /** Only what axe calls serious or critical. */
  readonly onlySerious?: boolean;
  /** A selector of what is somebody else's to mend. */
  readonly without?: string;
}

/**
 * What stands in somebody's way on the screen as it is, a line each: the rule and the element. Waits until nothing
 * moves any more, for a colour on its way to another is neither of them.
 */
export async function barriersOn(
  page: Page,
  { onlySerious = false, without }: BarrierOptions = {},
): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== "running" || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
      ),
  );
  // What is well need not be described, which takes as long as finding what is not.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const { violations } = await (without === undefined ? axe : axe.exclude(without)).analyze();
  return violations
    .filter(({ impact }) => !onlySerious || impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}
