import type { Sheet } from "#contract/sheets.ts";
import type { PlacedWalkDetail, Walk, WalkTrack } from "#contract/walks.ts";

/** A straight walk of so many pictures, one a second, a step apart. */
export function straightTrack(count: number): WalkTrack {
  const link = { quality: 1, turnError: 1, directionError: 1, stepError: 0.1 };
  return {
    version: 1,
    pictures: Array.from({ length: count }, (_, at) => ({
      at,
      sharpness: 1,
      x: at,
      y: 0,
      heading: 90,
      storey: 0,
    })),
    links: Array.from({ length: count - 1 }, () => link),
    stops: [],
    floorChanges: [],
    stepMetres: 0.5,
    tilt: { pitch: 0, roll: 0 },
    hasVision: true,
  };
}

/** A walk of visit 3 that can be placed. */
export const aWalk = (change: Partial<Walk> = {}): Walk => ({
  id: 8,
  id_visit: 3,
  kind: "video",
  file: "ground-floor.mp4",
  bytes: 900_000_000,
  width: 5760,
  height: 2880,
  seconds: 12,
  status: "ready",
  problem: null,
  progress: 1,
  rooms: 0,
  rooms_made: 0,
  has_video: true,
  author: null,
  version: 1,
  created_at: "2026-11-02T09:00:00.000Z",
  can: { edit: true },
  ...change,
});

export const aWalkDetail = (change: Partial<PlacedWalkDetail> = {}): PlacedWalkDetail => ({
  ...aWalk(),
  path: straightTrack(12),
  taps: [],
  photos: [],
  previews: [{ from: 0, url: "/preview.jpg" }],
  made: [],
  ...change,
});

/** A floor plan of twenty by ten metres. */
export const aSheet = (change: Partial<Sheet> = {}): Sheet => ({
  id: 5,
  id_sheet: 5,
  id_project: 1,
  name: "Ground floor",
  floor: "0",
  order: 0,
  north: 0,
  width_metres: 20,
  image: "/plan.webp",
  width: 1600,
  height: 800,
  tiles: null,
  original: null,
  version: 1,
  room_count: 0,
  created_at: "2026-11-01T08:00:00.000Z",
  updated_at: "2026-11-01T08:00:00.000Z",
  can: { edit: true },
  ...change,
});
