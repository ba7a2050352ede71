/**
 * When somebody last did something, shared by all pages of this browser: `"{at} {span}"`, both in milliseconds. As
 * long as less than `span` has passed a page may carry the moment on; after that a warning stands on the screen, and
 * only its own button may. Small and by itself, because the public viewer, a page apart, carries it on as well.
 */
export const activityKey = "last_activity";

export interface SharedActivity {
  readonly at: number;
  readonly span: number;
}

/** Where storage is forbidden every page counts for itself. */
let own: string | null = null;

export function readActivity(): SharedActivity | null {
  let text = own;
  try {
    text = localStorage.getItem(activityKey);
  } catch {
    // Its own, then.
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

/** Somebody does something: once a second is enough. Nothing happens for a guest, or while a warning stands. */
export function touchActivity(): void {
  const last = readActivity();
  if (last === null) return;
  const passed = Date.now() - last.at;
  if (passed >= 1000 && passed < last.span) writeActivity({ at: Date.now(), span: last.span });
}
