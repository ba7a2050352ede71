import { touchActivity } from "#web/lib/shared-activity.ts";

const signs = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/**
 * Looking around counts as activity: the user's other tabs must not sign them out while they are active here. Does
 * nothing for guests.
 */
export function carryActivity(signal: AbortSignal): void {
  for (const sign of signs) addEventListener(sign, touchActivity, { passive: true, signal });
  const timer = setInterval(() => {
    if (document.fullscreenElement) touchActivity();
  }, 10_000);
  signal.addEventListener("abort", () => clearInterval(timer));
}
