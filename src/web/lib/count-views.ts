import { pageLimits } from "#contract/page-limits.ts";

const { heartbeat, idle } = pageLimits.views;

export interface ViewCalls {
  /** A view begins; `session` identifies it, and is empty when it is not counted. Null when that failed. */
  readonly begin: () => Promise<{ readonly session: string; readonly count: number } | null>;
  /** The view continues, with its seconds so far; `isLast` when the page is being left. */
  readonly beat: (
    session: string,
    seconds: number,
    isLast: boolean,
  ) => Promise<{ readonly count: number } | null>;
}

export interface ViewCounter {
  /** Reports a change at once. */
  beat(): void;
  /** The viewed item has changed: begins a new view. */
  restart(): void;
}

/**
 * Counts a view. While the page is visible it reports every ten seconds; a return after a minute begins a new view.
 * Errors here are ignored and do not affect the viewer.
 */
export function countViews(
  calls: ViewCalls,
  show: (count: number) => void,
  signal: AbortSignal,
): ViewCounter {
  let session = "";
  /** Milliseconds for which the page was visible within this view, and since when it is. */
  let seen = 0;
  let since: number | null = null;
  let lastSign = Number.NEGATIVE_INFINITY;
  const isSeen = () => document.visibilityState === "visible";
  const now = () => performance.now();
  const total = () => seen + (since === null ? 0 : now() - since);

  async function begin(): Promise<void> {
    seen = 0;
    since = isSeen() ? now() : null;
    lastSign = now();
    const begun = await calls.begin().catch(() => null);
    if (begun === null || signal.aborted) return;
    session = begun.session;
    show(begun.count);
    // The initial room is part of the view from its start.
    if (session !== "") await beat();
  }

  async function beat(isLast = false): Promise<void> {
    if (session === "") return;
    lastSign = now();
    const seconds = Math.min(total() / 1000, 86_400);
    const said = await calls.beat(session, seconds, isLast).catch(() => null);
    if (said !== null && !signal.aborted) show(said.count);
  }

  function turn(): void {
    if (!isSeen()) {
      seen = total();
      since = null;
      void beat(true);
    } else if (now() - lastSign > idle) void begin();
    else since ??= now();
  }

  const timer = setInterval(() => {
    if (!isSeen()) return;
    // A suspended device has been idle, whatever the page's clock says.
    if (now() - lastSign > idle) void begin();
    else void beat();
  }, heartbeat);
  document.addEventListener("visibilitychange", turn, { signal });
  addEventListener("pagehide", () => void beat(true), { signal });
  signal.addEventListener("abort", () => clearInterval(timer));
  if (isSeen()) void begin();
  return {
    beat: () => void beat(),
    restart() {
      session = "";
      if (isSeen()) void begin();
    },
  };
}
