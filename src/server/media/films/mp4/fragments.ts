import { execFile } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "#server/platform/fork-child.ts";
import { unreadable } from "./bad-film.ts";
import type { Layout } from "./top-level.ts";

const SCRIPT = join(import.meta.dirname, "fragments-process.ts");
/** Half a gigabyte takes some 15 seconds. */
const timeoutMs = 180_000;
const most = { moof: 2 ** 20 };
const full = 2;

/** Writes a fragmented video as one unfragmented file, in a child process with a limit of time and memory. */
export function joinFragments(path: string, target: string, { boxes }: Layout): Promise<void> {
  if (boxes.some(({ type, start, end }) => type === "moof" && end - start > most.moof))
    throw unreadable("the index of a fragment too large");
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--max-old-space-size=128", SCRIPT, path, target],
      // None of our secrets.
      { env: childEnvironment(), timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: 1 << 16 },
      (error, _stdout, stderr) => {
        if (error === null) resolve();
        else if (error.code === full) reject(Object.assign(new Error(stderr), { code: "ENOSPC" }));
        else reject(unreadable(`fragments: ${stderr.slice(-500) || error.message}`));
      },
    );
  });
}
