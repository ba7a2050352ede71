import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { machineMegabytes } from "#server/platform/machine-memory.ts";
import { isAlive } from "./process-tree.ts";

/** The file system in memory that Linux offers. */
const memory = "/dev/shm";
const prefix = "sitewalk-test-";

/** Megabytes of memory of the machine, and free in that file system, from which on it is used. */
interface Needed {
  readonly machine: number;
  readonly free: number;
}
const plenty: Needed = { machine: 12_288, free: 4096 };

/**
 * Keeps the temporary files of this process and of its children in memory until it ends, where there is plenty of it:
 * each test file copies a database of 1,300 files and deletes it again. ext4 without a journal reuses no file entry for
 * a minute and more and passes over all of them each time, which made a copy take 1.2 s instead of 0.07 s.
 *
 * A folder that is set already (`TMPDIR`) stays. Returns the folder, or undefined where the system's own is used.
 */
export function keepTemporaryFilesInMemory(folder = memory, needed = plenty): string | undefined {
  if (process.env["TMPDIR"] !== undefined || !isLarge(folder, needed)) return undefined;
  removeLeftovers(folder);
  const own = join(folder, `${prefix}${process.pid}`);
  mkdirSync(own);
  // Started by root, the database runs under another account.
  chmodSync(own, 0o1777);
  process.env["TMPDIR"] = own;
  process.once("exit", () => rmSync(own, { recursive: true, force: true }));
  return own;
}

function isLarge(folder: string, needed: Needed): boolean {
  if (machineMegabytes() < needed.machine) return false;
  try {
    const { bavail, bsize } = statfsSync(folder);
    return (bavail * bsize) / 2 ** 20 >= needed.free;
  } catch {
    return false;
  }
}

/** A process that was killed left its folder, and no restart has emptied the memory since. */
function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
