import type { GuidedTour } from "#contract/guided.ts";

const key = "app-guided-tour";

/** Stores the tour that this tab leads for the tab's lifetime: a reload continues it. Null clears it. */
export function rememberLead(tour: GuidedTour | null): void {
  try {
    if (tour === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(tour));
  } catch {
    // Without session storage a reload ends the tour.
  }
}

/** Returns the tour that this tab led before a reload; null when there is none, it has expired, or another tab leads it. */
export async function recallLead(): Promise<GuidedTour | null> {
  const tour = readLead();
  return tour !== null && (await holdLead(tour)) ? tour : null;
}

function readLead(): GuidedTour | null {
  try {
    const tour = JSON.parse(sessionStorage.getItem(key) ?? "null") as GuidedTour | null;
    return tour?.is_host === true && Date.parse(tour.expires_at) > Date.now() ? tour : null;
  } catch {
    return null;
  }
}

let held: string | undefined;

/** A duplicated tab has the same tour in its storage: only one of the two leads. */
export function holdLead({ host }: GuidedTour): Promise<boolean> {
  if (held === host) return Promise.resolve(true);
  // Insecure contexts have no Web Locks.
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`guided ${host}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (lock === null) return undefined;
      held = host;
      // Held until the page closes.
      return new Promise(() => undefined);
    });
  });
}
