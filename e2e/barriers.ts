import type { Page } from "@playwright/test";
import axe from "axe-core";

export interface BarrierOptions {
  /** Only findings that axe calls serious or critical, and content outside every landmark. */
  readonly onlySerious?: boolean;
  /** A selector of content that third parties are responsible for. */
  readonly without?: string;
}

const heavy: ReadonlySet<string> = new Set(["serious", "critical"]);
/** Moderate according to axe; but a user who navigates by landmarks never reaches content outside them. */
const heldAlways: ReadonlySet<string> = new Set(["region"]);

/**
 * Accessibility problems on the current screen, one line each: the rule and the element. Waits until all motion has
 * ended, since a colour in transition is neither its start nor its end.
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
  const violations = await violationsOn(page, without === undefined ? undefined : { exclude: without });
  return violations
    .filter(({ id, impact }) => !onlySerious || heldAlways.has(id) || heavy.has(impact ?? ""))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
    .concat(await beheadedOn(page));
}

/**
 * Findings of axe in a part of the page, by default in all of it. It is put into each document once, and judges there:
 * half of the time that its own binding takes, which loads it anew for each screen and describes the result in a
 * further page.
 */
export async function violationsOn(
  page: Page,
  context?: string | { exclude: string },
  options: axe.RunOptions = {},
): Promise<axe.Result[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
  return page.evaluate(
    async ([part, rules]) => {
      const judge = (window as unknown as { axe: typeof axe }).axe;
      // Passes need no description, which takes as long as finding the failures.
      const found = await judge.run(part ?? document, { ...rules, resultTypes: ["violations"] });
      return found.violations;
    },
    [context, options] as const,
  );
}

/**
 * Texts that are truncated at their beginning instead of their end where they do not fit: a name in one script, in a
 * line of the other direction.
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

/** Side of the smallest target on touch screens, CSS pixels, as the design demands. */
const targetSide = 44;

/**
 * Controls on a touch screen that are smaller than a fingertip, with the label and the invisible margin that belong to
 * them. Links within a sentence are as high as its lines.
 */
export function smallTargetsOn(page: Page): Promise<string[]> {
  return page.evaluate((side) => {
    if (!matchMedia("(any-pointer: coarse)").matches) return [];
    const controls =
      "a[href], button, input:not([type=hidden], [type=range]), select, textarea, [role=button], [role=tab], [role=menuitem], [role=option]";
    /** With the invisible area around it that a style adds. */
    const sizeOf = (element: Element): readonly [number, number] => {
      const { width, height } = element.getBoundingClientRect();
      const areas = ["::before", "::after"].map((part) => getComputedStyle(element, part));
      const own = areas.filter(({ content, position }) => content !== "none" && position === "absolute");
      return [
        Math.max(width, ...own.map((area) => Number.parseFloat(area.width) || 0)),
        Math.max(height, ...own.map((area) => Number.parseFloat(area.height) || 0)),
      ];
    };
    return [...document.querySelectorAll(controls)].flatMap((element) => {
      const { display, pointerEvents, clipPath } = getComputedStyle(element);
      // Without those that only a keyboard reaches, and marks at their place on an axis.
      const isApart = element.matches(":disabled, [aria-hidden=true] *, [inert] *, [data-axis] *");
      const isHidden = clipPath !== "none" || pointerEvents === "none" || display === "inline";
      if (isApart || isHidden || !element.checkVisibility({ opacityProperty: true })) return [];
      // A field is in a box with a border, a choice in its label.
      const around = element.matches("input") ? element.parentElement : null;
      const sizes = [element, element.closest("label"), around].flatMap((part) =>
        part === null ? [] : [sizeOf(part)],
      );
      const [width, height] = [0, 1].map((at) => Math.max(...sizes.map((size) => size[at] ?? 0)));
      // A short word is narrower; nothing else is.
      const narrowest = element.textContent.trim() === "" ? side : 24;
      const isSmall = (width ?? 0) < narrowest - 0.5 || (height ?? 0) < side - 0.5;
      return isSmall && (width ?? 0) > 1
        ? [`small target, ${width?.toFixed(0)} x ${height?.toFixed(0)}: ${element.outerHTML.slice(0, 200)}`]
        : [];
    });
  }, targetSide);
}
