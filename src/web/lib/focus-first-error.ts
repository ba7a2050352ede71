import type { RefObject } from "react";

/** Frames in which React marks refused fields even on a device that is busy; about a second. */
const FRAMES = 60;

/**
 * Focuses the first refused field as soon as it is marked; a collapsed section around it is expanded. Does nothing when
 * the user has moved the focus meanwhile, or when no field is marked within about a second.
 */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  const before = document.activeElement;
  let frames = 0;
  const look = (): void => {
    // On a slow device the user may be typing already.
    if (document.activeElement !== before) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (field) {
      const fold = field.closest("details");
      if (fold) fold.open = true;
      field.focus();
    } else if (++frames < FRAMES) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
