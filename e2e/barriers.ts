import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

export interface BarrierOptions {
  /** Only what axe calls serious or critical, and what lies outside every landmark. */
  readonly onlySerious?: boolean;
  /** A selector of what is somebody else's to mend. */
  readonly without?: string;
}

const heavy: ReadonlySet<string> = new Set(["serious", "critical"]);
/** Moderate by axe's word; but who moves from landmark to landmark never meets what lies outside. */
const heldAlways: ReadonlySet<string> = new Set(["region"]);

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
    .filter(({ id, impact }) => !onlySerious || heldAlways.has(id) || heavy.has(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    .concat(await beheadedOn(page));
}

/**
 * Texts that would lose their beginning instead of their end where there is no room for all of them: a name in one
 * script alone, in a line that runs the other way.
 */
function beheadedOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scripts = { ltr: /[A-Za-z]/, rtl: /[\u0590-\u08ff]/ };
    const boxes = new Set<HTMLElement>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      let box = text.parentElement;
      while (box !== null && /^(inline|contents)$/.test(getComputedStyle(box).display))
        box = box.parentElement;
      if (box !== null) boxes.add(box);
    }
    return [...boxes]
      .filter((box) => {
        const { textOverflow, direction, unicodeBidi } = getComputedStyle(box);
        if (textOverflow !== "ellipsis" || unicodeBidi === "plaintext") return false;
        const [own, other] = direction === "rtl" ? [scripts.rtl, scripts.ltr] : [scripts.ltr, scripts.rtl];
        return other.test(box.textContent) && !own.test(box.textContent) && box.checkVisibility();
      })
      .map((box) => `beheaded: ${box.outerHTML.slice(0, 200)}`);
  });
}
