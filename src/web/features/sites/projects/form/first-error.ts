import type { RefObject } from "react";

/** The caret goes to the first field that was refused, once its words stand there. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // On a slow device somebody may be typing already.
    if (document.activeElement !== before) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  });
}
