import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, stat } from "node:fs/promises";
import { promisify } from "node:util";
import { codeOf } from "../error-code.ts";

/** The meaning of a process id: our own postmaster, some other program, a process that is exiting, or none at all. */
export type Occupant = "ours" | "stranger" | "dying" | "nobody";

/** Returns which kind of process has `pid`, and whether it is the postmaster of `dataDir`. */
export async function occupantOf(pid: number, dataDir: string): Promise<Occupant> {
  if (!exists(pid)) return "nobody";
  return process.platform === "linux" ? occupantOnLinux(pid, dataDir) : occupantElsewhere(pid, dataDir);
}

/** True while the process runs; a zombie that is never reaped counts as ended. */
export function isAlive(pid: number): boolean {
  if (!exists(pid)) return false;
  return process.platform !== "linux" || !["Z", "X", ""].includes(stateOf(pid));
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** Read at once: the kernel has it in memory, and the watch of the database reads it four times a second. */
function stateOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2, text.lastIndexOf(")") + 3);
  } catch {
    return "";
  }
}

async function occupantOnLinux(pid: number, dataDir: string): Promise<Occupant> {
  if (["Z", "X", ""].includes(stateOf(pid))) return "dying";
  try {
    // " (deleted)" is added when an update replaced the program under the running server
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, "");
    if (!program.endsWith("/postgres")) return "stranger";
    const [cwd, data] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(dataDir)]);
    return cwd.dev === data.dev && cwd.ino === data.ino ? "ours" : "stranger";
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "dying";
    // Root without CAP_SYS_PTRACE (containers) may not follow these links; the command line is readable by all.
    return occupantByArguments(await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""), dataDir);
  }
}

function occupantByArguments(commandLine: string, dataDir: string): Occupant {
  const args = commandLine.split("\0");
  if (!args[0]?.endsWith("/postgres")) return "stranger";
  return args[args.indexOf("-D") + 1] === dataDir ? "ours" : "stranger";
}

/** macOS has no /proc, Windows no `ps`: written from their manuals, not tested there. */
async function occupantElsewhere(pid: number, dataDir: string): Promise<Occupant> {
  const run = promisify(execFile);
  const command =
    process.platform === "win32"
      ? run("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"])
      : run("ps", ["-ww", "-p", String(pid), "-o", "command="]);
  const text = (await command.catch(() => ({ stdout: "" }))).stdout;
  if (process.platform === "win32") return text.includes("postgres.exe") ? "ours" : "stranger";
  return text.includes("/postgres ") && text.includes(dataDir) ? "ours" : "stranger";
}
