/**
 * A `ref` for the field a form begins with. Not under a finger: the keyboard would rise over the form before anybody
 * has read it.
 */
export function focusOnMount(element: HTMLElement | null): void {
  if (!matchMedia("(pointer: coarse)").matches) element?.focus();
}
