/** What the lightest pages need to know, apart from all other limits: these would be four kilobytes more of script. Milliseconds. */
export const pageLimits = {
  tooltipAfter: 200,
  /** A view that is being looked at says so again after `heartbeat`, and is over after `idle`. */
  views: { idle: 60_000, heartbeat: 10_000 },
  /** How often a player asks how its channel is. */
  livePoll: 3000,
  toast: { automatic: 5000, form: 3000, fade: 300 },
} as const;
