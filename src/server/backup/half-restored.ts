import { stat } from "node:fs/promises";
import { join } from "node:path";
import { BackupRefused } from "./refused.ts";

/** Where a backup lies within the data folder until all of it is there. */
export const restoring = "restoring";

/** @throws BackupRefused when a restore was interrupted: a start would make an empty database beside its files */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await stat(join(dataDir, restoring)).catch(() => null)) === null) return;
  throw new BackupRefused(
    `Restoring a backup into ${dataDir} was interrupted. Empty the folder, then restore again; see docs/backup.md.`,
  );
}
