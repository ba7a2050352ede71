import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { asStorageFull } from "./receive.ts";
import type { LocalCopy, ObjectStore } from "./store.ts";

interface Download {
  readonly path: string;
  readonly whole: Promise<boolean>;
  holders: number;
}

/** Objects as files of this machine until they are released; one file for all callers that hold the same one. */
export function createDownloads(open: ObjectStore["open"], directory: string) {
  const downloads = new Map<string, Download>();

  const begin = (key: string): Download => {
    const path = join(directory, `${randomUUID()}.copy`);
    const fetchIt = async () => {
      const stream = await open(key);
      if (stream === null) return false;
      await mkdir(directory, { recursive: true });
      await pipeline(stream, createWriteStream(path, { flags: "wx", mode: 0o600 }));
      return true;
    };
    const download = { path, whole: fetchIt(), holders: 0 };
    downloads.set(key, download);
    return download;
  };

  const letGo = async (key: string, download: Download) => {
    download.holders -= 1;
    if (download.holders > 0) return;
    if (downloads.get(key) === download) downloads.delete(key);
    await rm(download.path, { force: true });
  };

  return {
    async take(key: string): Promise<LocalCopy | null> {
      const download = downloads.get(key) ?? begin(key);
      download.holders += 1;
      let isHeld = true;
      const release = async () => {
        if (!isHeld) return;
        isHeld = false;
        await letGo(key, download);
      };
      const isThere = await download.whole.catch(async (error: unknown) => {
        await release();
        throw asStorageFull(error);
      });
      if (isThere) return { path: download.path, release };
      await release();
      return null;
    },
  };
}
