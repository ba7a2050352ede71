import { AppError } from "#server/platform/errors.ts";

export interface Location {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * Location of a project after `sent`: both coordinates or none. 0,0 is in the sea and is what forms send for "nowhere".
 * Throws VALIDATION at the missing coordinate.
 */
export function locationAfter(
  before: Location,
  sent: { [K in keyof Location]?: Location[K] | undefined },
): Location {
  const { latitude = before.latitude, longitude = before.longitude } = {
    ...(sent.latitude !== undefined && { latitude: sent.latitude }),
    ...(sent.longitude !== undefined && { longitude: sent.longitude }),
  };
  if (latitude === 0 && longitude === 0) return { latitude: null, longitude: null };
  if ((latitude === null) !== (longitude === null)) {
    const missing = latitude === null ? "latitude" : "longitude";
    throw new AppError("VALIDATION", { fields: { [missing]: ["projects.coordinates_pair"] } });
  }
  return { latitude, longitude };
}
