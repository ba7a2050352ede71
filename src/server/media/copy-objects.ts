import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import type { ObjectEntry, ObjectStore } from "./store.ts";

export interface CopyReport {
  readonly copied: number;
  /** Bytes of those. */
  readonly bytes: number;
  /** Were there already, with the same size. */
  readonly kept: number;
  /** Keys whose bytes are not what their key says, or did not arrive whole: not copied, and to be looked at. */
  readonly wrong: readonly string[];
}

export interface CopyOptions {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** After every object. */
  readonly onProgress?: (done: { readonly objects: number; readonly bytes: number }) => void;
}

/** Objects that travel at the same time. */
const atOnce = 8;
/** What is under way belongs to the store in which it was begun. */
const passing = /^(?:uploads|start)\//;

/**
 * Brings every object of one store into the other; what is there already stays. It may be stopped and begun again, and
 * runs beside a server that works: what came meanwhile is brought by another run. Nothing is removed.
 */
export async function copyObjects({ from, to, onProgress }: CopyOptions): Promise<CopyReport> {
  const count = { copied: 0, bytes: 0, kept: 0 };
  const wrong: string[] = [];
  const one = async ({ key, bytes }: ObjectEntry) => {
    if ((await to.stat(key))?.bytes === bytes) count.kept += 1;
    else if (await bring(from, to, key)) {
      count.copied += 1;
      count.bytes += bytes;
    } else wrong.push(key);
    onProgress?.({ objects: count.copied + count.kept + wrong.length, bytes: count.bytes });
  };
  await forEachConcurrently(from.walk(""), atOnce, async (entry) => {
    if (!passing.test(entry.key)) await one(entry);
  });
  return { ...count, wrong: wrong.toSorted() };
}

/** False when it is not what its key says, or does not lie there as it should in the end. */
async function bring(from: ObjectStore, to: ObjectStore, key: string): Promise<boolean> {
  const copy = await from.localFile(key);
  // Removed since it was listed.
  if (copy === null) return true;
  try {
    const told = hashIn(key);
    if (told !== undefined && (await hashOf(copy.path)) !== told) return false;
    await to.putFile(key, copy.path);
    const [source, target] = await Promise.all([from.stat(key), to.stat(key)]);
    return source === null || source.bytes === target?.bytes;
  } finally {
    await copy.release();
  }
}

/** The SHA-256 that a key promises of its bytes: of what came from outside and of small pictures, not of what was made. */
function hashIn(key: string): string | undefined {
  return (
    /^(?:pictures|films|plans)\/[0-9a-f]{2}\/([0-9a-f]{64})\/original\.\w+$/.exec(key)?.[1] ??
    /^(?:portraits|clips)\/[0-9a-f]{2}\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1]
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
