/** The UTC day of an instant, `2026-11-21`, like all dates of the product. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
