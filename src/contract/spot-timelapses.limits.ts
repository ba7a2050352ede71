/** Limits of time-lapses of a spot. Imports nothing: the dialog of the viewer loads no schemas. */
export const spotTimelapseLimits = {
  /** Dates of one time-lapse; more are thinned out evenly. */
  dates: 100,
  title: 100,
  /** Time-lapses of one project that wait or are being created. */
  open: 5,
  /** Vertical field of view in degrees. */
  fov: { min: 30, max: 100, standard: 75 },
  /** Days for which a request is listed. */
  keptDays: 30,
} as const;
