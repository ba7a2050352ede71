import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that descendants have to end by themselves after SIGTERM before they are killed. */
const grace = 15_000;

let isEnding = false;

/**
 * True from the first signal on that `endDescendantsOnInterrupt` handles: any process that ends afterwards was ended by
 * it.
 */
export const isInterrupted = (): boolean => isEnding;

/**
 * Ends every descendant of this process when it is interrupted (SIGINT, SIGTERM, SIGHUP), then exits with 128 + signal.
 * Descendants are found by parent, not by process group: the embedded PostgreSQL runs in a session of its own.
 */
export function endDescendantsOnInterrupt(): void {
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
  for (const [signal, number] of Object.entries(numbers))
    process.on(signal, () => {
      // A second Ctrl-C ends the wait.
      if (isEnding) {
        for (const pid of descendantsOf(process.pid)) send(pid, "SIGKILL");
        process.exit(128 + number);
      }
      isEnding = true;
      void endDescendants(grace).finally(() => process.exit(128 + number));
    });
}

/**
 * Sends SIGTERM to the children of this process, which end theirs; then to each descendant whose parent has ended without it,
 * and SIGKILL to those left after `patience` milliseconds.
 */
async function endDescendants(patience: number): Promise<void> {
  const known = await freezeDescendants();
  const asked = new Set<number>();
  let isFrozen = true;
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
    const parents = new Map(listProcesses());
    // A process that closes down may start another.
    for (const pid of [process.pid, ...known]) for (const found of descendantsOf(pid)) known.add(found);
    const alive = [...known].filter(isAlive);
    if (alive.length === 0) return;
    for (const pid of alive) {
      if (asked.has(pid) || known.has(parents.get(pid) ?? 0)) continue;
      asked.add(pid);
      send(pid, "SIGTERM");
    }
    if (isFrozen) for (const pid of known) send(pid, "SIGCONT");
    isFrozen = false;
  }
  for (const pid of known) send(pid, "SIGKILL");
  while ([...known].some(isAlive)) await sleep(10);
}

/**
 * Stops all descendants until none is new and returns their process ids: otherwise one could start another and end
 * between two checks, and neither check would find the other.
 */
async function freezeDescendants(): Promise<Set<number>> {
  const frozen = new Set<number>();
  // A stop signal takes effect a moment later; a process waiting for the kernel may take long and is skipped.
  for (let tries = 0; tries < 100; tries++) {
    const found = descendantsOf(process.pid).filter((pid) => !frozen.has(pid));
    if (found.length === 0 && [...frozen].every(isAtRest)) return frozen;
    for (const pid of found) {
      send(pid, "SIGSTOP");
      frozen.add(pid);
    }
    await sleep(10);
  }
  return frozen;
}

/** Process ids of all processes below this one, read from /proc or, where there is none, from `ps`. */
export function descendantsOf(root: number): number[] {
  const children = Map.groupBy(listProcesses(), ([, parent]) => parent);
  const found: number[] = [];
  for (let level = [root]; level.length > 0; ) {
    level = level.flatMap((pid) => children.get(pid)?.map(([child]) => child) ?? []);
    found.push(...level);
  }
  return found;
}

/** True while the process runs; false for one that has ended and only waits to be reaped. */
export function isAlive(pid: number): boolean {
  if (process.platform === "linux") return !"ZX".includes(stateOf(pid) ?? "X");
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** True for a process that is stopped or has ended, where the system reports it. */
const isAtRest = (pid: number): boolean =>
  process.platform !== "linux" || "TtZX".includes(stateOf(pid) ?? "X");

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Ended in the meantime.
  }
}

/** Pairs of process id and parent. */
function listProcesses(): [pid: number, parent: number][] {
  if (process.platform === "linux")
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        const fields = statusOf(Number(name));
        return fields === undefined ? [] : [[Number(name), Number(fields[1])] as [number, number]];
      });
  return execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

const stateOf = (pid: number): string | undefined => statusOf(pid)?.[0];

/** State, parent and the following fields of /proc/<pid>/stat; undefined when the process is gone. */
function statusOf(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program's name is in parentheses and may itself contain spaces and parentheses.
    return line.slice(line.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}
