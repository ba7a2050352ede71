import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { BackupRefused } from "./refused.ts";

/** Bytes of the disk that a backup leaves free: the database may be on it, too, and must never run out of space. */
const RESERVE = 2 ** 30;

/** @throws BackupRefused when the disk of `folder` has less free space than these bytes */
export async function askForSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const reserve = Math.min(RESERVE, blocks * bsize * 0.05);
  if (free - bytes > reserve) return;
  throw new BackupRefused(
    `Not enough space: the backup needs ${shownBytes(bytes)}, and ${folder} has ${shownBytes(free)} left, of which ${shownBytes(reserve)} must stay free. Free up space or keep fewer backups.`,
  );
}

/** Bytes of all files below a folder; files deleted meanwhile do not count. */
export async function sizeOfTree(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found?.isFile()) bytes += found.size;
  }
  return bytes;
}

/** Human-readable: 812 MB, 3.4 GB. */
export function shownBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} kB`;
}
