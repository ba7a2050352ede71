import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { S3Settings } from "#server/integrations/s3/s3-address.ts";
import { createS3Client, type S3Client } from "#server/integrations/s3/s3-client.ts";
import { S3Failure } from "#server/integrations/s3/s3-failure.ts";
import { AppError } from "#server/platform/errors.ts";
import { forEachConcurrently } from "#server/platform/limit-concurrency.ts";
import type { Log } from "#server/platform/log.ts";
import { checkAccess } from "./s3-access.ts";
import { createDownloads } from "./s3-downloads.ts";
import { readOn } from "./s3-read.ts";
import { putWhole } from "./s3-write.ts";
import { checkKey, type ObjectEntry, type ObjectStore } from "./store.ts";

export interface S3StoreOptions extends S3Settings {
  /** Prepended to every key, without slashes at its ends; empty: the bucket is used by this installation alone. */
  readonly prefix: string;
  /** For files in progress. */
  readonly directory: string;
  readonly log: Log;
}

/** Objects of a set that are transferred concurrently. */
const atOnce = 8;
/** Seconds after which a refused caller may retry: the store is probed every second. */
const again = 5;

/**
 * Objects in any S3-compatible service. An object is durable once it answered with 200. Throws when the settings are
 * wrong, with a sentence for the administrator; an unavailable service does not prevent the start.
 */
export async function openS3Store(options: S3StoreOptions): Promise<ObjectStore> {
  const client = createS3Client(options, options.log);
  try {
    await checkAccess(client, options);
  } catch (error) {
    client.close();
    throw error;
  }
  return createS3Store(client, options);
}

function createS3Store(client: S3Client, { prefix, directory }: S3StoreOptions): ObjectStore {
  const full = (key: string) => (prefix === "" ? checkKey(key) : `${prefix}/${checkKey(key)}`);
  const within = prefix === "" ? "" : `${prefix}/`;
  const bare = (key: string) => key.slice(within.length);
  const open: ObjectStore["open"] = async (key, range) => plain(() => readOn(client, full(key), range));
  const downloads = createDownloads(open, directory);

  async function* walk(key: string): AsyncGenerator<ObjectEntry> {
    const from = key === "" ? within : `${full(key)}/`;
    let next: string | undefined = "";
    while (next !== undefined) {
      const after: string = next;
      const page = await plain(() => client.list(from, { next: after }));
      for (const entry of page.objects) yield { key: bare(entry.key), bytes: entry.bytes };
      next = page.next;
    }
  }

  return {
    open,
    walk,
    putFile: async (key, path) => plain(() => putWhole(client, full(key), path)),

    async putDirectory(key, source) {
      const name = full(key);
      const entries = await readdir(source, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((file) => join(file.parentPath, file.name));
      const sizes = new Map<string, number>();
      await plain(async () => {
        await forEachConcurrently(files, atOnce, async (path) => {
          const target = `${name}/${path.slice(source.length + 1)}`;
          sizes.set(bare(checkKey(target)), (await stat(path)).size);
          await putWhole(client, target, path, { isFresh: true });
        });
      });
      for await (const { key: found, bytes } of walk(key))
        if (sizes.get(found) === bytes) sizes.delete(found);
      if (sizes.size > 0)
        throw new AppError("UNAVAILABLE", { cause: `not in the store: ${[...sizes.keys()][0]}` });
      await rm(source, { recursive: true, force: true });
    },

    async stat(key) {
      const found = await plain(() => client.head(full(key)));
      return found && { bytes: found.bytes, modifiedAt: found.modifiedAt };
    },

    localFile: (key) => downloads.take(checkKey(key)),

    async remove(key) {
      const name = full(key);
      await plain(() => client.delete(name));
      let batch: string[] = [];
      for await (const entry of walk(key)) {
        batch.push(`${within}${entry.key}`);
        if (batch.length < 1000) continue;
        const doomed = batch;
        batch = [];
        await plain(() => client.deleteMany(doomed));
      }
      if (batch.length > 0) await plain(() => client.deleteMany(batch));
    },

    async list(key) {
      const from = `${full(key)}/`;
      const names: string[] = [];
      let next: string | undefined = "";
      while (next !== undefined) {
        const after: string = next;
        const page = await plain(() => client.list(from, { delimiter: "/", next: after }));
        names.push(...page.objects.map((entry) => entry.key.slice(from.length)));
        names.push(...page.prefixes.map((name) => name.slice(from.length, -1)));
        next = page.next;
      }
      return names.toSorted();
    },

    async tidy(before) {
      const left = await plain(() => client.openParts(within, before).catch(unlessUnknown));
      for (const { key, id } of left) await plain(() => client.abortParts(key, id));
      return left.length;
    },

    close: async () => client.close(),
  };
}

/** Some compatible services cannot list uploads in progress; those remove them by rules of their own. */
function unlessUnknown(error: unknown): [] {
  if (error instanceof S3Failure && [405, 501].includes(error.status)) return [];
  throw error;
}

/** Converts errors to those of the product: temporary, storage full, or a fault to investigate. */
async function plain<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    if (error.status === 507) throw new AppError("STORAGE_FULL", { cause: error });
    if (error.isPassing) throw new AppError("UNAVAILABLE", { cause: error, values: { seconds: again } });
    throw error;
  }
}
