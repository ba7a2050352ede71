/** Limits of a project's photos, apart from the rest: the first script of the viewer carries `limits.ts`. */
export const photoLimits = {
  bytes: 30 * 1024 * 1024,
  megabytes: 30,
  caption: 500,
  perProject: 20_000,
  /** Photos of one report. */
  report: 200,
  /** Photos that one call restores. */
  perCall: 100,
  /** Minutes between a camera's clock and that of the server that are no mistake. */
  futureMinutes: 2,
} as const;

/** Types that a browser displays and the server decodes. */
export const photoTypes = ["image/jpeg", "image/png", "image/webp"] as const;
