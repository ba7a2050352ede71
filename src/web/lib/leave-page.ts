/** Leaves this page for another of this site: loads a fresh document and keeps nothing of the old one. */
export function leavePage(path: string): void {
  location.assign(path);
}
