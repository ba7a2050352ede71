/**
 * Limits that the lightest pages need, separate from all others: those would add four kilobytes of script.
 * Milliseconds.
 */
export const pageLimits = {
  tooltipAfter: 200,
  /** An open view sends a `heartbeat` at this interval, and is over after `idle`. */
  views: { idle: 60_000, heartbeat: 10_000 },
  /** Interval at which a player polls its channel. */
  livePoll: 3000,
  toast: { automatic: 5000, form: 3000, fade: 300 },
} as const;
