import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

interface Process {
  readonly pid: number;
  readonly parent: number;
  /** CPU of children that ended, in milliseconds: the scheduler's finer counter disappears with them. */
  readonly ended: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Milliseconds of CPU, user and system, that these processes and all their descendants have used so far, including
 * those that ended meanwhile; a tree within another of them counts once. Linux only.
 */
export function cpuOfTrees(roots: readonly number[]): number {
  const processes = readProcesses();
  const children = Map.groupBy(processes.values(), ({ parent }) => parent);
  const trees = new Set<Process>();
  const add = (process: Process | undefined): void => {
    if (process === undefined || trees.has(process)) return;
    trees.add(process);
    children.get(process.pid)?.forEach(add);
  };
  for (const pid of roots) add(processes.get(pid));
  return [...trees].reduce((sum, { pid, ended }) => sum + ended + ownMilliseconds(pid), 0);
}

/** Process ids by the id of their parent. */
export function childrenByParent(): ReadonlyMap<number, readonly number[]> {
  const groups = Map.groupBy(readProcesses().values(), ({ parent }) => parent);
  return new Map([...groups].map(([parent, members]) => [parent, members.map(({ pid }) => pid)]));
}

/** Resident memory of one process, in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

function readProcesses(): Map<number, Process> {
  const names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = names.map((name) => ifThere(() => readProcess(name))).filter((each) => each !== undefined);
  return new Map(found.map((process) => [process.pid, process]));
}

function readProcess(name: string): Process {
  const line = readFileSync(`/proc/${name}/stat`, "utf8");
  // The program name is in parentheses and may itself contain spaces and parentheses.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const endedTicks = Number(fields[13]) + Number(fields[14]);
  return { pid: Number(name), parent: Number(fields[1]), ended: (endedTicks / ticksPerSecond) * 1000 };
}

/** From the scheduler's counter, which is in nanoseconds and per thread. */
function ownMilliseconds(pid: number): number {
  const threads = ifThere(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const times = threads.map((thread) =>
    ifThere(() => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0])),
  );
  return times.reduce<number>((sum, time) => sum + (time ?? 0), 0) / 1e6;
}

/** A process may end between being listed and being read; any other failure would make the total wrong. */
export function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ESRCH") return undefined;
    throw error;
  }
}
