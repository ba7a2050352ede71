import { createHash, randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WalkTrack } from "#contract/walks.ts";
import type { TestApp } from "#test/app.ts";
import "./tables.ts";

/** A straight walk of so many pictures, one a second. */
export function straightPath(count: number): WalkTrack {
  const link = { quality: 1, turnError: 1, directionError: 1, stepError: 0.1 };
  return {
    version: 1,
    pictures: Array.from({ length: count }, (_, at) => ({
      at,
      sharpness: 1,
      heading: 90,
      storey: 0,
      x: at,
      y: 0,
    })),
    links: Array.from({ length: count - 1 }, () => link),
    stops: [],
    floorChanges: [],
    stepMetres: 0.5,
    tilt: { pitch: 0, roll: 0 },
    hasVision: true,
  };
}

export interface FixtureWalk {
  readonly seconds?: number;
  readonly state?: "reading" | "ready" | "stopped";
  /** The video, put where an upload would have put it. */
  readonly film?: Buffer;
}

/** A walk as the reading leaves it, without reading. */
export async function insertWalk(
  { database: { db }, dataDir }: TestApp,
  id_visit: number,
  { seconds = 4, state = "ready", film }: FixtureWalk = {},
): Promise<number> {
  const sha256 = createHash("sha256")
    .update(film ?? randomBytes(8))
    .digest("hex");
  const key = `walks/${sha256.slice(0, 2)}/${sha256}.mp4`;
  if (film !== undefined) {
    const path = join(dataDir, "media/objects", key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, film);
  }
  const { id } = await db
    .insertInto("walks")
    .values({
      id_visit,
      id_user: null,
      file_name: "walk.mp4",
      bytes: film?.length ?? 1000,
      sha256,
      film: key,
      width: 3840,
      height: 1920,
      seconds,
      state,
      path: JSON.stringify(straightPath(seconds)),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertSheet(
  { database: { db } }: TestApp,
  id_project: number,
  north = 0,
): Promise<number> {
  const { id } = await db
    .insertInto("sheets")
    .values({ id_project, name: "Ground floor", image: null, width_metres: 40, north })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
