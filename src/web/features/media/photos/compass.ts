/** Degrees clockwise from north as people read them, 0 to 359. */
export const toCompass = (heading: number): number => (Math.round(heading) + 360) % 360;

/** The stored form, -180 to 180. */
export const fromCompass = (degrees: number): number => (degrees > 180 ? degrees - 360 : degrees);
