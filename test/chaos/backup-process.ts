import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { killHard } from "./server-process.ts";

/**
 * Runs `npm run backup` or `restore` as a process; with `killAfter` it is killed after so many milliseconds.
 * @returns its exit code, and the milliseconds that it took
 */
export async function runBackupProcess(
  args: readonly string[],
  killAfter?: number,
): Promise<{ code: number | null; ms: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ["src/server/backup/main.ts", ...args], {
    cwd: join(import.meta.dirname, "../.."),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  if (killAfter !== undefined) {
    await sleep(killAfter);
    await killHard(child);
  }
  return { code: await exit, ms: performance.now() - began };
}
