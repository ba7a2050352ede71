import type { Database } from "#server/platform/database.ts";
import "./tables.ts";

export interface LastBackup {
  /** Its content is as of this instant. */
  readonly at: Date;
  readonly name: string;
  readonly folder: string;
  readonly bytes: number;
  /** Of these, the bytes that were not in the folder before. */
  readonly copied_bytes: number;
  readonly seconds: number;
}

export interface BackupState {
  /** The latest complete one; null when there is none. */
  readonly last: LastBackup | null;
  /** The latest one that failed after it; null if none did. */
  readonly failed: { readonly at: Date; readonly problem: string } | null;
  readonly isRunning: boolean;
}

/** Status of the backups of all nodes, however they were started. */
export async function lastBackup(db: Database): Promise<BackupState> {
  const rows = await db
    .selectFrom("backups")
    .selectAll()
    .distinctOn("state")
    .orderBy("state")
    .orderBy("started_at", "desc")
    .execute();
  const [done, failed, running] = (["done", "failed", "running"] as const).map((state) =>
    rows.find((row) => row.state === state),
  );
  return {
    last:
      done === undefined
        ? null
        : {
            at: done.started_at,
            name: done.name ?? "",
            folder: done.folder,
            bytes: done.bytes ?? 0,
            copied_bytes: done.copied_bytes ?? 0,
            seconds: ((done.ended_at?.getTime() ?? 0) - done.started_at.getTime()) / 1000,
          },
    failed:
      failed === undefined || (done !== undefined && done.started_at > failed.started_at)
        ? null
        : { at: failed.started_at, problem: failed.problem ?? "" },
    isRunning: running !== undefined,
  };
}
