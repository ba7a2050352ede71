import { randomBytes } from "node:crypto";
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";

/** Makes the names inside a folder survive a power cut. Windows cannot open folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Whether a file is one that {@link writeDurably} is still writing, or was killed while writing. */
export const isUnfinished = (name: string): boolean => /\.[0-9a-f]{8}\.tmp$/.test(name);

/**
 * Replaces a file as a whole: after a power cut it has the old content or the new one and is never empty. Renaming
 * alone is not enough, the content must be on the disk before the name points to it.
 */
export async function writeDurably(
  path: string,
  content: string,
  mode: number,
  owner?: { uid: number; gid: number },
): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString("hex")}.tmp`;
  const file = await open(temporary, "wx", mode);
  try {
    await file.writeFile(content);
    if (owner) await file.chown(owner.uid, owner.gid);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}
