/**
 * For failures that are logged and not shown: nobody can do anything about them, or the screen says it in its own
 * way. The only use of the console in the product; it is where who looks after a site looks first.
 */
export function logFailure(text: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(text, error);
}
