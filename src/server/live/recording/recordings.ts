import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { childEnvironment } from "#server/platform/fork-child.ts";
import type { LiveRecordings } from "../engine.ts";
import { MEDIA, stateOf } from "./folder.ts";

const SCRIPT = join(import.meta.dirname, "finish-process.ts");
const NAME = /^[\w-]{1,120}$/;
const FULL = 2;

/** Access to the folders of recordings, below the data folder of the installation. */
export function createRecordings(dataDir: string): LiveRecordings {
  const pathOf = (folder: string) => {
    if (!NAME.test(folder)) throw new Error("not a recording folder");
    return join(dataDir, "live", folder);
  };
  let place: Promise<string> | undefined;
  return {
    place: () => (place ??= readOrNamePlace(join(dataDir, "live"))),
    state: (folder) => stateOf(pathOf(folder)),
    async writeFile(folder, path, signal) {
      const source = join(pathOf(folder), MEDIA);
      await access(source);
      await run(source, path, signal);
    },
    copy: (folder, path, from, to) =>
      pipeline(
        createReadStream(join(pathOf(folder), MEDIA), { start: from, end: to - 1 }),
        createWriteStream(path),
      ),
    finish: run,
    remove: (folder) => rm(pathOf(folder), { recursive: true, force: true }),
  };
}

/** An id stored on the disk itself: machines and processes get others with every start, and disks move between them. */
async function readOrNamePlace(folder: string): Promise<string> {
  const path = join(folder, ".place");
  const known = await readFile(path, "utf8").catch(() => "");
  if (known !== "") return known;
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(9).toString("base64url"), { flush: true });
  // Of two processes that create it at the same moment, both use the first one's.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return readFile(path, "utf8");
}

/** In a child process with a memory limit, as it handles hours of pictures. */
function run(source: string, target: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--max-old-space-size=512", SCRIPT, source, target],
      {
        env: childEnvironment(),
        killSignal: "SIGKILL",
        maxBuffer: 1 << 16,
        ...(signal !== undefined && { signal }),
      },
      (error, _stdout, stderr) => {
        if (error === null) resolve();
        else if (error.code === FULL) reject(Object.assign(new Error(stderr), { code: "ENOSPC" }));
        else reject(new Error(`the recording could not be written: ${stderr.slice(-500) || error.message}`));
      },
    );
  });
}
