import { limits } from "#contract/limits.ts";
import type { Archive } from "#server/media/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Log } from "#server/platform/log.ts";
import type { ExportsRepository } from "./exports.repository.ts";

export interface SweepOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly archive: Archive;
  readonly repository: ExportsRepository;
}

/** A file younger than this may belong to a row that is just being written. */
const AGE_MS = 3_600_000;

/**
 * Removes exports that are past their retention or superseded by newer ones of their project, and files that belong to
 * no export: those of deleted projects, and those left by a crash. Safe to run twice, also at the same time.
 */
export function createSweep({ clock, log, archive, repository }: SweepOptions) {
  return async function sweep(): Promise<void> {
    const { perProject, keptDays } = limits.export;
    let removed = 0;
    for (const { id, object_key } of await repository.outlived(perProject, keptDays)) {
      // The file first: a row without a file is swept by the next run, a file without a row would have to be searched
      // for.
      if (object_key !== null) await archive.dropFile(object_key);
      await repository.remove(id);
      removed += 1;
    }
    const known = await repository.knownKeys();
    for (const id of await archive.keptNames("exports"))
      for (const name of await archive.keptNames(`exports/${id}`)) {
        const key = `exports/${id}/${name}`;
        const file = known.has(key) ? null : await archive.keptFile(key);
        if (file === null || clock.now().getTime() - file.modifiedAt.getTime() < AGE_MS) continue;
        await archive.dropFile(key);
        removed += 1;
      }
    if (removed > 0) log.info({ removed }, "exports: expired files removed");
  };
}
