/**
 * Time of the last activity, shared by all pages of this browser: `"{at} {span}"`, both in milliseconds. A page may
 * renew it while less than `span` has passed; after that a warning is on screen, and only its own button may. Small and
 * in its own module, because the public viewer, a separate page, renews it as well.
 */
export const activityKey = "last_activity";

export interface SharedActivity {
  readonly at: number;
  readonly span: number;
}

/** Where storage is forbidden every page keeps its own time. */
let own: string | null = null;

export function readActivity(): SharedActivity | null {
  let text = own;
  try {
    text = localStorage.getItem(activityKey);
  } catch {
    // Falls back to this page's own time.
  }
  const [at = Number.NaN, span = Number.NaN] = (text ?? "").split(" ").map(Number);
  return at > 0 && span > 0 ? { at, span } : null;
}

export function writeActivity({ at, span }: SharedActivity): void {
  own = `${at} ${span}`;
  try {
    localStorage.setItem(activityKey, own);
  } catch {
    // Kept for this page alone.
  }
}

/** Records activity, at most once a second. Does nothing for a guest, or while a warning is shown. */
export function touchActivity(): void {
  const last = readActivity();
  if (last === null) return;
  const passed = Date.now() - last.at;
  if (passed >= 1000 && passed < last.span) writeActivity({ at: Date.now(), span: last.span });
}
