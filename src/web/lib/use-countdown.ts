import { useEffect, useState } from "react";
import { ApiError } from "./client.ts";

export interface Wait {
  /** Seconds until the next attempt; 0 when it is allowed. */
  readonly left: number;
  /** Seconds of the whole wait. */
  readonly whole: number;
}

/** Counts down from each call of `begin`, and immediately when `first` is given. */
export function useCountdown(first = 0): Wait & { begin(seconds: number): void } {
  const [now, setNow] = useState(Date.now);
  // Both from the same moment: a clock tick in between would cause a wait where none is needed.
  const [end, setEnd] = useState({ at: now + first * 1000, whole: first });
  const left = Math.max(0, Math.ceil((end.at - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const [begin] = useState(() => (seconds: number) => {
    const start = Date.now();
    setNow(start);
    setEnd({ at: start + seconds * 1000, whole: seconds });
  });
  return { left, whole: end.whole, begin };
}

/** Seconds to wait after a refusal with 429; 0 for every other refusal. */
export function secondsToWait(failure: unknown): number {
  const isTooOften = failure instanceof ApiError && failure.status === 429;
  return isTooOften ? Number(failure.values["seconds"] ?? 60) : 0;
}

/** `4 minutes, 12 seconds` in words of the language, formatted by the browser. */
export function durationText(seconds: number, locale: string): string {
  const amounts = [
    [Math.floor(seconds / 3600), "hour"],
    [Math.floor(seconds / 60) % 60, "minute"],
    [seconds % 60, "second"],
  ] as const;
  const parts = amounts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) =>
      new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount),
    );
  return new Intl.ListFormat(locale, { type: "unit", style: "long" }).format(parts);
}
