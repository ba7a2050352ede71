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

/** `isCalm`: without movement, for who asked for none. */
export const frameOptions = (isCalm: boolean): Config => ({
  stagePadding: 10,
  stageRadius: 5,
  // The library scrolls what is not in view to the middle.
  smoothScroll: !isCalm,
  animate: !isCalm,
  duration: 200,
  overlayColor: "var(--veil)",
  overlayOpacity: 1,
  // A slip beside the words must not end the tour, and what is pointed at is not yet to be used.
  overlayClickBehavior: () => undefined,
  disableActiveInteraction: true,
  // Its arrow keys know no reading direction.
  allowKeyboardControl: false,
  popoverClass: "tour",
});

/** Draws steps: darkens the page around the target, with the words beside it. */
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
            // Words are put in as text below; here they would be taken for markup.
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
              // After the library has given it to the first button, which closes.
              queueMicrotask(() => drawn.nextButton.focus({ preventScroll: true }));
            },
          },
        });
      });
      // When steps follow fast the library forgets those between.
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
  // Read last, reached last.
  popover.wrapper.append(popover.closeButton);
}

const borrowed = ["aria-haspopup", "aria-expanded", "aria-controls"];

/** The library writes these on what it points at, wrong on most elements, and takes them away, also where they were. */
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
