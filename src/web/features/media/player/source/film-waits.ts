/** Poll interval while sizes are being encoded, in milliseconds. */
export const growMs = 6000;
/** Addresses are renewed this long before they expire, in milliseconds. */
const aheadMs = 60_000;
/** Maximum delay of a timer, in milliseconds. */
const mostMs = 2_000_000_000;

/** Milliseconds until addresses are refreshed: before they expire, and while sizes are being encoded. */
export function untilNextLook(expires_at: string, isGrowing: boolean): number | null {
  const left = Date.parse(expires_at) - Date.now() - aheadMs;
  const wait = isGrowing ? Math.min(growMs, left) : left;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 1000), mostMs);
}

/** Resolves whether a picture comes within 15 seconds. `stumble` ends the wait: none will come. */
export function waitForPicture(video: HTMLVideoElement, signal: AbortSignal) {
  const { promise: plays, resolve } = Promise.withResolvers<boolean>();
  const own = new AbortController();
  const options = { signal: own.signal };
  const settle = (isThere: boolean) => {
    own.abort();
    clearTimeout(timer);
    resolve(isThere);
  };
  const timer = setTimeout(() => settle(false), 15_000);
  video.addEventListener("canplay", () => settle(true), options);
  video.addEventListener("error", () => settle(false), options);
  signal.addEventListener("abort", () => settle(false), options);
  return { plays, timer, stumble: () => settle(false) };
}

/** Waits `ms` milliseconds, or until the browser is online again. */
export function pauseOnline(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const own = new AbortController();
    const settle = () => {
      own.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    addEventListener("online", settle, { signal: own.signal });
    signal.addEventListener("abort", settle, { signal: own.signal });
  });
}
