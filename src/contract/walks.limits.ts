/** Limits of walk videos, without the schemas: screens and uploads need them. */
export const walkLimits = {
  bytes: 8 * 1024 ** 3,
  gigabytes: 8,
  minutes: 30,
  perVisit: 10,
  /** Least 360 photos of a visit that are placed as a walk. */
  photos: 3,
  taps: 500,
  /** Rooms of a visit, those from walks included. */
  rooms: 400,
  /** Metres between two rooms made from a walk. */
  spacing: { least: 1, most: 10, usual: 2 },
  /** Seconds of video read at a time: at most these are read again after a crash. */
  pieceSeconds: 10,
  /** Small pictures of the video, one for each second, in a column for each piece. */
  preview: { width: 800, height: 400 },
} as const;
