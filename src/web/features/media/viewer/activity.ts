import { touchActivity } from "#web/lib/shared-activity.ts";

const signs = ["pointermove", "pointerdown", "keydown", "wheel"] as const;

/** Looking around is work as well: his other tabs must not sign somebody out who is busy here. For guests it does nothing. */
export function carryActivity(signal: AbortSignal): void {
  for (const sign of signs) addEventListener(sign, touchActivity, { passive: true, signal });
  const timer = setInterval(() => {
    if (document.fullscreenElement) touchActivity();
  }, 10_000);
  signal.addEventListener("abort", () => clearInterval(timer));
}
