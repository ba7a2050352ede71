/**
 * A `ref` for the first field of a form. Not on touch screens: the keyboard would cover the form before it has been
 * read.
 */
export function focusOnMount(element: HTMLElement | null): void {
  if (!matchMedia("(pointer: coarse)").matches) element?.focus();
}
