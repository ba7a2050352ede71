/**
 * Logs failures that are not shown: the user can do nothing about them, or the screen reports them in its own way. The
 * only use of the console in the product; administrators check it first.
 */
export function logFailure(text: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(text, error);
}
