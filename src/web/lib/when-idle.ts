/** Milliseconds after which a page that is never idle is taken to be so. */
const LONGEST = 3_000;
/** Milliseconds to wait in Safari, which has no `requestIdleCallback`; and for a finished screen to be painted. */
const PAUSE = 200;

/** Calls back when the page has nothing else to do, after `longest` ms at the latest. Returns a function that cancels it. */
export function whenIdle(act: () => void, longest = LONGEST): () => void {
  if ("requestIdleCallback" in globalThis) {
    const request = requestIdleCallback(act, { timeout: longest });
    return () => cancelIdleCallback(request);
  }
  const timer = setTimeout(act, PAUSE);
  return () => clearTimeout(timer);
}

let settled: Promise<void> | undefined;
let isLoading = (): boolean => false;

/** A page whose first screen loads data does not settle while `check` returns true, for three seconds at most. */
export function settleAfter(check: () => boolean): void {
  isLoading = check;
}

/**
 * Resolves once the page has been idle since the first call: its first screen is drawn, and what accompanies every
 * screen no longer delays it.
 */
export function whenSettled(): Promise<void> {
  settled ??= new Promise((resolve) => {
    const end = performance.now() + LONGEST;
    const look = (): void => {
      if (isLoading() && performance.now() < end) whenIdle(look);
      else setTimeout(resolve, PAUSE);
    };
    whenIdle(look);
  });
  return settled;
}
