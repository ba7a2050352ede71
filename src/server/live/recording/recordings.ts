import { execFile } from "node:child_process";
import { access, rm } from "node:fs/promises";
import { join } from "node:path";
import type { LiveRecordings } from "../engine.ts";
import { MEDIA } from "./folder.ts";

const SCRIPT = join(import.meta.dirname, "finish-process.ts");
const NAME = /^[\w-]{1,120}$/;
const FULL = 2;

/** What lies in the folders of recordings, below the data folder of the installation. */
export function createRecordings(dataDir: string): LiveRecordings {
  const pathOf = (folder: string) => {
    if (!NAME.test(folder)) throw new Error("no folder of a recording");
    return join(dataDir, "live", folder);
  };
  return {
    async writeFile(folder, path, signal) {
      const source = join(pathOf(folder), MEDIA);
      await access(source);
      await run(source, path, signal);
    },
    remove: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
  };
}

/** In a child, as hours of pictures pass through, with a limit on memory. */
function run(source: string, target: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--max-old-space-size=512", SCRIPT, source, target],
      { env: {}, killSignal: "SIGKILL", maxBuffer: 1 << 16, ...(signal !== undefined && { signal }) },
      (error, _stdout, stderr) => {
        if (error === null) resolve();
        else if (error.code === FULL) reject(Object.assign(new Error(stderr), { code: "ENOSPC" }));
        else reject(new Error(`the recording cannot be written: ${stderr.slice(-500) || error.message}`));
      },
    );
  });
}
