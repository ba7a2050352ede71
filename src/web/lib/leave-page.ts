/** Leaves this page for another of this site: a fresh document, nothing of the old one kept. */
export function leavePage(path: string): void {
  location.assign(path);
}
