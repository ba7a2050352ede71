/** Limits of photo coverage, without the schemas: screens need them. */
export const coverageLimits = {
  /** Photo spots of a project. */
  spots: 2000,
  /** Spots added or removed by one call. */
  perCall: 500,
  pauses: 50,
  /** Days between two photos of a spot. */
  days: 365,
  /** Working days after which an overdue spot is reported. */
  alertDays: 90,
  name: 100,
  reason: 300,
} as const;
