import { stat } from "node:fs/promises";
import { join } from "node:path";
import { BackupRefused } from "./refused.ts";

/** Folder within the data folder for a restore until it is complete. */
export const restoring = "restoring";

/** @throws BackupRefused when a restore was interrupted: a start would create an empty database next to its files */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await stat(join(dataDir, restoring)).catch(() => null)) === null) return;
  throw new BackupRefused(
    `Restoring a backup into ${dataDir} was interrupted. Empty the folder, then restore again; see docs/backup.md.`,
  );
}
