import { constants } from "node:fs";
import { copyFile, link, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ERRORS } from "@tus/server";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import { codeOf } from "#server/platform/error-code.ts";
import { flush, makeDirectory } from "../durable.ts";
import { asStorageFull, refuseWhenNearlyFull, writeAll } from "../receive.ts";
import type { LocalCopy } from "../store.ts";
import type { UploadBytes } from "./bytes.ts";
import type { Leases } from "./leases.ts";
import { createRunningHashes } from "./running-hashes.ts";
import "./tables.ts";

export interface LocalBytesOptions {
  readonly db: Database;
  /** One file per upload, named by its id. On the volume of the object store, so that a finished one is not copied. */
  readonly directory: string;
  readonly leases: Leases;
  /** As of `receiveFile`. */
  readonly reserveBytes?: number;
}

const orphanAge = 24 * 3_600_000;

/** Uploads on this machine's disk: the length of a file is the progress of its upload. */
export function createLocalBytes({ db, directory, leases, reserveBytes }: LocalBytesOptions): UploadBytes {
  const hashes = createRunningHashes();
  const pathOf = (id: string) => join(directory, id);
  const askForSpace = () =>
    refuseWhenNearlyFull({ directory, ...(reserveBytes !== undefined && { reserveBytes }) });
  const copyOf = async (id: string): Promise<LocalCopy | null> => {
    const path = pathOf(id);
    const isThere = await stat(path).catch(() => undefined);
    return isThere === undefined ? null : { path, release: () => Promise.resolve() };
  };

  return {
    async begin(id) {
      try {
        await makeDirectory(directory);
        await askForSpace();
        const handle = await open(pathOf(id), "wx", 0o600);
        await handle.close();
        await flush(directory);
      } catch (error) {
        throw asStorageFull(error);
      }
    },

    async take(id, { path, sha256 }) {
      try {
        await makeDirectory(directory);
        await askForSpace();
        await link(path, pathOf(id)).catch(() => copyFile(path, pathOf(id), constants.COPYFILE_EXCL));
        await flush(pathOf(id));
        await flush(directory);
        await hashes.set(id, pathOf(id), sha256);
      } catch (error) {
        throw asStorageFull(error);
      }
    },

    async append(id, stream, offset) {
      let at = offset;
      await askForSpace();
      const handle = await open(pathOf(id), "r+");
      try {
        await hashes.beforeWrite(id, handle, pathOf(id));
        for await (const chunk of stream) {
          // Another request may be writing by now; the sender asks for the offset and goes on from there.
          if (!leases.isHeld(id)) throw ERRORS.ABORTED;
          await writeAll(handle, chunk as Buffer, at);
          at += (chunk as Buffer).length;
        }
        await handle.datasync();
      } catch (error) {
        throw asStorageFull(error);
      } finally {
        // Bytes of a broken connection count too. Without the lease another process may be writing.
        if (leases.isHeld(id)) await hashes.afterWrite(id, handle, pathOf(id)).catch(() => hashes.forget(id));
        else hashes.forget(id);
        await handle.close();
      }
      return at;
    },

    /**
     * Bytes that a crash left in the system's cache count only once they are on disk: the sender will not send them
     * again.
     */
    async length(id) {
      try {
        await flush(pathOf(id));
        return (await stat(pathOf(id))).size;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return null;
        throw error;
      }
    },

    beginning: copyOf,
    async whole(id) {
      const copy = await copyOf(id);
      return copy && { ...copy, sha256: await hashes.digest(id, copy.path) };
    },
    remove(id) {
      hashes.forget(id);
      return rm(pathOf(id), { force: true });
    },
    sweep: () => sweepFiles(db, directory),
  };
}

/** Removes files whose row is gone, or settled without the file being removed: left by a crash between the two. */
async function sweepFiles(db: Database, directory: string): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory).catch(() => [])) {
    const path = join(directory, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || Date.now() - found.mtimeMs < orphanAge) continue;
    const row = await db
      .selectFrom("uploads")
      .select("settled_at")
      .where(sql<boolean>`id::text = ${name}`)
      .executeTakeFirst();
    if (row !== undefined && row.settled_at === null) continue;
    await rm(path, { force: true, recursive: true });
    removed += 1;
  }
  return removed;
}
