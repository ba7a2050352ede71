import { join } from "node:path";
import { codeOf } from "#server/platform/error-code.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import { isPooled, putIntoPool } from "./backup-folder.ts";
import { type Listed, readList } from "./manifest.ts";
import { type ObjectFile, objectFiles } from "./object-files.ts";
import type { Progress } from "./progress.ts";

/** Concurrent objects. */
const WIDTH = 4;

/** Source and destination of copying objects to the pool. */
export interface Taken {
  readonly folder: string;
  readonly work: string;
  readonly dataDir: string;
  readonly areObjectsOutside: boolean;
  /** From the previous backup. */
  readonly known: ReadonlyMap<string, Listed>;
  readonly objects: Map<string, Listed>;
  copied: number;
  /** Called for each processed object. */
  readonly tell: (step: Progress["step"], bytes: number) => void;
}

const isSame = (object: ObjectFile, known: Listed | undefined): known is Listed =>
  known?.bytes === object.bytes && known.modified === object.modified;

/** Bytes of the objects missing in the previous backup, before anything is copied. */
export async function newBytes({ dataDir, areObjectsOutside, known }: Taken): Promise<number> {
  let bytes = 0;
  for await (const object of objectFiles(dataDir, areObjectsOutside))
    if (!isSame(object, known.get(object.path))) bytes += object.bytes;
  return bytes;
}

/** Copies objects not copied yet. Objects are immutable, so those of the previous backup are not read again. */
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
      // Deleted meanwhile: no row refers to it any more.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  });
}

/** Objects of a complete backup, by their paths. */
export async function listed(snapshot: string): Promise<Map<string, Listed>> {
  const found = new Map<string, Listed>();
  for await (const object of readList(snapshot)) found.set(object.path, object);
  return found;
}
