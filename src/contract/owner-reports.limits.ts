/** Lists and limits of owner reports, without the schemas: screens need them. */
export const reportPeriods = ["weekly", "monthly", "manual"] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Parts of a report, in their order. */
export const reportSections = [
  "changes",
  "pairs",
  "progress",
  "snags",
  "coverage",
  "cameras",
  "schedule",
  "diary",
] as const;
export type ReportSection = (typeof reportSections)[number];

/** States of one recipient's copy. `withdrawn`: no longer allowed to see the project when it was sent. */
export const deliveryStates = ["waiting", "sent", "failed", "withdrawn", "unsubscribed", "no_email"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const reportLimits = {
  recipients: 30,
  /** Views that are always shown. */
  views: 6,
  /** Pairs of photos in one report, at most. */
  pairs: 6,
  /** Lines of every list in a report. */
  lines: 10,
  /** Reports sent by hand per project and day. */
  byHand: 5,
  /** Retries of one recipient's copy per day. */
  retries: 5,
  /** Longest period of a report sent by hand, in days. */
  days: 31,
  /** Days for which a link works. */
  linkDays: 90,
  question: 1000,
  name: 80,
  /** Questions by one link, and to one project, per day. */
  questionsPerLink: 5,
  questionsPerProject: 30,
} as const;
