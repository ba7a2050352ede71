import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import type { Config } from "#server/config.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { Log } from "#server/platform/log.ts";
import { lastBackup } from "./last-backup.ts";

export interface ScheduledOptions {
  readonly config: Pick<Config, "BACKUP_DIR" | "BACKUP_HOURS" | "BACKUP_KEEP" | "dataDir">;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Notifies super admins that it failed, and why. */
  readonly tell: (problem: string) => Promise<void>;
}

/** A backup is due some minutes before its hours are over, so that an hourly check does not make it every other hour. */
const EARLY_MS = 10 * 60_000;
/** Rows of `backups` to keep. */
const LINES = 200;

/**
 * Makes a backup when the last one is older than BACKUP_HOURS: in a child process, since hashing takes a core. Never
 * fails: errors are logged and super admins notified. Without BACKUP_DIR it does nothing.
 */
export function createScheduledBackup(options: ScheduledOptions) {
  const { config, db, clock, log } = options;
  return async function backUpWhenDue(signal: AbortSignal): Promise<void> {
    if (config.BACKUP_DIR === "" || config.BACKUP_HOURS === 0) return;
    const { last } = await lastBackup(db);
    const age = clock.now().getTime() - (last?.at.getTime() ?? 0);
    if (age < config.BACKUP_HOURS * 3_600_000 - EARLY_MS) return;
    const folder = resolve(config.BACKUP_DIR);
    const { problem, words } = await runChild(folder, config, signal);
    signal.throwIfAborted();
    await db
      .deleteFrom("backups")
      .where("id", "<", (line) =>
        line.selectFrom("backups").select((select) => select(select.fn.max("id"), "-", LINES).as("id")),
      )
      .execute();
    if (problem === null) return log.info({ words }, "backup: created");
    log.error({ problem, folder }, "backup: failed");
    await options.tell(problem);
  };
}

interface Outcome {
  /** Its last output. */
  readonly words: string;
  readonly problem: string | null;
}

/** The IPC channel ends the child when this process dies. */
function runChild(
  folder: string,
  { BACKUP_KEEP, dataDir }: ScheduledOptions["config"],
  signal: AbortSignal,
): Promise<Outcome> {
  const args = [
    "backup",
    folder,
    "--data",
    dataDir,
    ...(BACKUP_KEEP > 0 ? ["--keep", String(BACKUP_KEEP)] : []),
  ];
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts"), ...args], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      signal,
    });
    const said = { stdout: "", stderr: "" };
    child.stdout?.setEncoding("utf8").on("data", (text: string) => (said.stdout += text));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => (said.stderr += text));
    child.once("error", (error) => done({ words: "", problem: error.message }));
    child.once("close", (code, killed) => {
      const words = said.stdout.trim();
      const reason =
        said.stderr
          .trim()
          .replace(/^sitewalk: /, "")
          .split("\n", 1)[0] ?? "";
      done({ words, problem: code === 0 ? null : reason || `it exited with ${killed ?? code}` });
    });
  });
}
