import "driver.js/dist/driver.css";
import "./tour.css";
import { type Config, driver, type PopoverDOM } from "driver.js";
import { translate } from "#web/lib/words-on-screen.ts";
import type { TourStep } from "./tour-steps.ts";

export interface TourPosition {
  /** From 1. */
  readonly step: number;
  readonly total: number;
}

export interface TourActs {
  next(): void;
  back(): void;
  cancel(): void;
}

/** `isCalm`: without animation, for users who prefer reduced motion. */
export const frameOptions = (isCalm: boolean): Config => ({
  stagePadding: 10,
  stageRadius: 5,
  // The library scrolls a target that is not in view to the middle.
  smoothScroll: !isCalm,
  animate: !isCalm,
  duration: 200,
  overlayColor: "var(--veil)",
  overlayOpacity: 1,
  // An accidental press outside must not end the tour, and the target is not to be used yet.
  overlayClickBehavior: () => undefined,
  disableActiveInteraction: true,
  // Its arrow keys ignore the reading direction.
  allowKeyboardControl: false,
  popoverClass: "tour",
});

/** Draws steps: darkens the page around the target, with the text beside it. */
export function tourFrame(acts: TourActs) {
  const library = driver(frameOptions(matchMedia("(prefers-reduced-motion: reduce)").matches));
  let target: Element | null = null;
  let popover: PopoverDOM | undefined;

  return {
    target: () => target,
    popover: () => popover?.wrapper,
    show(step: TourStep, position: TourPosition): void {
      const before = target;
      const now = step.find?.() ?? null;
      target = now;
      keepingAttributes([before, now], () => {
        library.highlight({
          ...(now !== null && { element: now }),
          popover: {
            // Text is inserted as text below; here it would be parsed as markup.
            title: "\u00a0",
            description: "\u00a0",
            align: "center",
            showButtons: ["next", "previous", "close"],
            showProgress: true,
            onNextClick: acts.next,
            onPrevClick: acts.back,
            onCloseClick: acts.cancel,
            onPopoverRender: (drawn) => {
              popover = drawn;
              write(drawn, step, position);
              // Runs after the library has focused the first button, which closes.
              queueMicrotask(() => drawn.nextButton.focus({ preventScroll: true }));
            },
          },
        });
      });
      // On quick steps the library leaves some elements highlighted.
      for (const left of document.querySelectorAll(".driver-active-element")) {
        if (left !== now && left.id !== "driver-dummy-element")
          left.classList.remove("driver-active-element", "driver-no-interaction");
      }
    },
    remove(): void {
      keepingAttributes([target], () => library.destroy());
      target = null;
      popover = undefined;
    },
  };
}

function write(popover: PopoverDOM, step: TourStep, { step: at, total }: TourPosition): void {
  const t = translate.get();
  popover.wrapper.setAttribute("aria-modal", "true");
  popover.title.setAttribute("role", "heading");
  popover.title.setAttribute("aria-level", "2");
  popover.title.textContent = step.title();
  popover.description.textContent = step.text();
  popover.footer.setAttribute("role", "presentation");
  popover.progress.textContent = t("onboarding.progress", { step: at, total });
  popover.nextButton.textContent = t(at === total ? "onboarding.done" : "onboarding.next");
  popover.previousButton.textContent = t("onboarding.back");
  popover.previousButton.hidden = at === 1;
  popover.closeButton.setAttribute("aria-label", t("onboarding.close"));
  // Last in reading order and in tab order.
  popover.wrapper.append(popover.closeButton);
}

const borrowed = ["aria-haspopup", "aria-expanded", "aria-controls"];

/**
 * The library sets these attributes on the target, wrongly on most elements, and removes them, also where they were set
 * before.
 */
function keepingAttributes(elements: readonly (Element | null)[], act: () => void): void {
  const kept = elements.map((element) => borrowed.map((name) => element?.getAttribute(name) ?? null));
  act();
  elements.forEach((element, at) => {
    borrowed.forEach((name, index) => {
      const value = kept[at]?.[index] ?? null;
      if (value === null) element?.removeAttribute(name);
      else element?.setAttribute(name, value);
    });
  });
}
