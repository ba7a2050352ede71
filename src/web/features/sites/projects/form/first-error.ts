import type { RefObject } from "react";

/** Focuses the first refused field, once its error is shown. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // On a slow device the user may be typing already.
    if (document.activeElement !== before) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  });
}
