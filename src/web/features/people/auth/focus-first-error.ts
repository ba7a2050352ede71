import type { RefObject } from "react";

/** The caret goes to the first field that was refused, once it is marked; one that is folded away is shown. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    // On a slow device somebody may be typing already.
    if (document.activeElement !== before) return;
    const field = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const fold = field?.closest("details");
    if (fold) fold.open = true;
    field?.focus();
  });
}
