import { execFileSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly milliseconds: number;
}

const ticksPerSecond = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Milliseconds of CPU, user and system, that these processes and all below them have used so far, those that ended
 * meanwhile included; a tree within another of them counts once. Linux only.
 */
export async function cpuOfTrees(roots: readonly number[]): Promise<number> {
  const processes = await readProcesses();
  const children = Map.groupBy(processes.values(), ({ parent }) => parent);
  const trees = new Set<Process>();
  const add = (process: Process | undefined): void => {
    if (process === undefined || trees.has(process)) return;
    trees.add(process);
    children.get(process.pid)?.forEach(add);
  };
  for (const pid of roots) add(processes.get(pid));
  return [...trees].reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Resident memory of one process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function readProcesses(): Promise<Map<number, Process>> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => readProcess(name).catch(() => undefined)));
  return new Map(found.filter((process) => process !== undefined).map((process) => [process.pid, process]));
}

/** The scheduler counts nanoseconds per thread; of children that ended only the ticks are left. */
async function readProcess(name: string): Promise<Process> {
  const line = await readFile(`/proc/${name}/stat`, "utf8");
  // The name of the program stands in brackets and may hold spaces and brackets itself.
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  const ended = (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
  const threads = await readdir(`/proc/${name}/task`);
  const times = await Promise.all(
    threads.map((thread) => readFile(`/proc/${name}/task/${thread}/schedstat`, "utf8").catch(() => "0")),
  );
  const nanoseconds = times.reduce((sum, text) => sum + Number(text.split(" ")[0]), 0);
  return { pid: Number(name), parent: Number(fields[1]), milliseconds: nanoseconds / 1e6 + ended * 1000 };
}
