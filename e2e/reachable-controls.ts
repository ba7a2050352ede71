import type { Page } from "@playwright/test";

/** Elements to press, type into or drag; points in the picture move with it and have no layout. */
const controls =
  "button, a[href], input:not([type=hidden]), select, textarea, summary, [role=button], [role=slider]";
/** Surfaces that open over the picture and close again: they may cover earlier controls. */
const sheets = ".panel, [data-sheet], [role=menu]";
/** Smallest touch target in CSS pixels; half a pixel is lost to rounding. */
const leastTouch = 43.5;

/**
 * The controls on the page that touch or mouse cannot reach: their centre or one of four inner corners is covered, they
 * are off the screen, or they are too small for touch. Scrollable content is scrolled into view first. An open modal
 * dialog is the page while it is open.
 */
export function outOfReach(page: Page, { isTouch }: { isTouch: boolean }): Promise<string[]> {
  return page.evaluate(
    ({ selector, sheets, least }) => {
      const scope = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
      const nameOf = (one: Element | null) =>
        one === null
          ? "nothing"
          : `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)}" .${[...one.classList].join(".")}`;
      /** The box that is pressed: a hidden input is pressed by its label. */
      const boxOf = (control: Element): Element =>
        control instanceof HTMLInputElement ? (control.closest("label") ?? control) : control;
      const problems: string[] = [];
      for (const control of scope.querySelectorAll<HTMLElement>(selector)) {
        const box = boxOf(control);
        if (control.closest(".panorama-marker, [inert], [aria-hidden=true]") !== null) continue;
        if (!box.checkVisibility({ visibilityProperty: true })) continue;
        // Not pressed itself, but through its container.
        if (getComputedStyle(box).pointerEvents === "none") continue;
        box.scrollIntoView({ block: "nearest", inline: "nearest" });
        const { left, top, width, height } = box.getBoundingClientRect();
        if (width === 0 || height === 0) continue;
        const size = `${Math.round(width)}×${Math.round(height)} at ${Math.round(left)},${Math.round(top)}`;
        // A link within a sentence is as high as its line.
        const isInline = getComputedStyle(box).display === "inline";
        if (!isInline && Math.min(width, height) < least)
          problems.push(`${nameOf(control)} is small: ${size}`);
        const inset = 0.17 * Math.min(width, height);
        const corners = [left + inset, left + width - inset].flatMap((x) =>
          [top + inset, top + height - inset].map((y) => [x, y] as const),
        );
        // Rooms that are close together on a floor plan have touching dots, but their centres are free.
        const spots = [
          [left + width / 2, top + height / 2] as const,
          ...(control.matches("[data-dot], .plan-dot, [data-pin]") ? [] : corners),
        ];
        for (const [x, y] of spots) {
          const hit = document.elementFromPoint(x, y);
          if (hit !== null && (box.contains(hit) || hit.closest("label")?.control === control)) continue;
          const sheet = hit?.closest(sheets);
          if (sheet && !sheet.contains(control)) continue;
          problems.push(`${nameOf(control)} (${size}) lies under ${nameOf(hit)}`);
          break;
        }
      }
      return problems;
    },
    { selector: controls, sheets, least: isTouch ? leastTouch : 20 },
  );
}
