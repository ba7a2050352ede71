import { join } from "node:path";
import { codeOf } from "#server/platform/error-code.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import { isPooled, putIntoPool } from "./backup-folder.ts";
import { type Listed, readList } from "./manifest.ts";
import { type ObjectFile, objectFiles } from "./object-files.ts";
import type { Progress } from "./progress.ts";

/** Objects at once. */
const WIDTH = 4;

/** What is taken into the pool, and what for. */
export interface Taken {
  readonly folder: string;
  readonly work: string;
  readonly dataDir: string;
  readonly areObjectsOutside: boolean;
  /** By the backup before. */
  readonly known: ReadonlyMap<string, Listed>;
  readonly objects: Map<string, Listed>;
  copied: number;
  /** Hears of each object that was looked at. */
  readonly tell: (step: Progress["step"], bytes: number) => void;
}

const isSame = (object: ObjectFile, known: Listed | undefined): known is Listed =>
  known?.bytes === object.bytes && known.modified === object.modified;

/** Bytes of what the backup before does not hold, before anything is copied. */
export async function newBytes({ dataDir, areObjectsOutside, known }: Taken): Promise<number> {
  let bytes = 0;
  for await (const object of objectFiles(dataDir, areObjectsOutside))
    if (!isSame(object, known.get(object.path))) bytes += object.bytes;
  return bytes;
}

/** Takes what has not been taken yet. Objects never change their bytes, so those of the backup before are not read again. */
export async function takeObjects(taken: Taken): Promise<void> {
  const { folder, work, dataDir, areObjectsOutside, known, objects, tell } = taken;
  await forEachConcurrently(objectFiles(dataDir, areObjectsOutside), WIDTH, async (object) => {
    if (isSame(object, objects.get(object.path))) return;
    const former = known.get(object.path);
    if (isSame(object, former) && (await isPooled(folder, former))) {
      objects.set(object.path, former);
      tell("objects", object.bytes);
      return;
    }
    try {
      const { isNew, ...hashed } = await putIntoPool(folder, work, join(dataDir, object.path));
      objects.set(object.path, { path: object.path, modified: object.modified, ...hashed });
      if (isNew) taken.copied += hashed.bytes;
      tell("objects", hashed.bytes);
    } catch (error) {
      // Deleted meanwhile: no row names it any more.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  });
}

/** Objects of a backup that is whole, by their paths. */
export async function listed(snapshot: string): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for await (const object of readList(snapshot)) found.set(object.path, object);
  return found;
}
