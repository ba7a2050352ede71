import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import type { ObjectEntry, ObjectStore } from "./store.ts";

export interface CopyReport {
  readonly copied: number;
  /** Bytes of the copied objects. */
  readonly bytes: number;
  /** Objects that existed already, with the same size. */
  readonly kept: number;
  /** Keys whose bytes do not match, or did not arrive completely: not copied, and to be checked. */
  readonly wrong: readonly string[];
}

export interface CopyOptions {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  /** After every object. */
  readonly onProgress?: (done: { readonly objects: number; readonly bytes: number }) => void;
}

/** Objects copied concurrently. */
const atOnce = 8;
/** Work in progress belongs to the store in which it was begun. */
const passing = /^(?:uploads|start)\//;

/**
 * Copies every object of one store into the other; existing ones stay. It may be stopped and restarted, and runs next
 * to a working server: objects added meanwhile are copied by another run. Nothing is removed.
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

/** Returns false when the bytes do not match the key, or were not stored correctly. */
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

/**
 * The SHA-256 that a key promises of its bytes: keys of uploads and of small pictures have one, those of derived files
 * do not.
 */
function hashIn(key: string): string | undefined {
  return (
    /^(?:pictures|films|plans|photos)\/[0-9a-f]{2}\/([0-9a-f]{64})\/original\.\w+$/.exec(key)?.[1] ??
    /^(?:portraits|clips)\/[0-9a-f]{2}\/([0-9a-f]{64})\.\w+$/.exec(key)?.[1]
  );
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
