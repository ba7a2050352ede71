import { readFile } from "node:fs/promises";
import { codeOf } from "../error-code.ts";
import { writeDurably } from "./durable-file.ts";

/** Lines 1 to 8 of postmaster.pid that we use. `status` is "starting", "ready", "stopping" or "standby". */
export interface PidFile {
  pid: number;
  port: number;
  socketDir: string;
  status: string;
}

/** Larger than any process id an operating system gives out, yet a valid number for PostgreSQL. */
const NOBODYS_PID = 2147483646;

/** Undefined when there is no file, or one that is still being written (no process id yet). */
export async function readPidFile(path: string): Promise<PidFile | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  const lines = text.split("\n").map((line) => line.trim());
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10)); // negative for a single-user server
  if (!Number.isSafeInteger(pid) || pid === 0) return undefined;
  return {
    pid,
    port: Number.parseInt(lines[3] ?? "", 10) || 0,
    socketDir: lines[4] ?? "",
    status: lines[7] ?? "",
  };
}

/**
 * Replaces line 1 when its number has gone to another program, which PostgreSQL alone would respect forever. The file
 * must never be deleted: its shared memory key (line 7) is what still blocks a start while backends of the dead server
 * are alive.
 */
export async function disownPidFile(
  path: string,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  const [, ...rest] = (await readFile(path, "utf8")).split("\n");
  await writeDurably(path, [String(NOBODYS_PID), ...rest].join("\n"), 0o600, owner);
}
