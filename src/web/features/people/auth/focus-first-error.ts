import type { RefObject } from "react";

/** Focuses the first refused field, once it is marked; a collapsed one is expanded. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // On a slow device the user may be typing already.
    if (document.activeElement !== before) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  });
}
