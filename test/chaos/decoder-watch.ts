import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerProcess } from "./server-process.ts";

/** Observations of a server and of its decoder processes. Linux only. */
export interface Seen {
  /** Peak resident memory in megabytes: of the server itself, and of one of its decoder children. */
  readonly server: number;
  readonly child: number;
  /** Number of health checks without a response within a second; and the longest response time, in milliseconds. */
  readonly silent: number;
  readonly longest: number;
}

export interface Watch {
  /** Children that are decoding now. */
  children(): readonly number[];
  end(): Promise<Seen>;
}

const every = 50;

/** Samples memory and checks the server's health, repeatedly, until stopped. */
export function watchDecoders({ child, origin }: ServerProcess): Watch {
  const server = child.pid ?? 0;
  const seen = { server: 0, child: 0, silent: 0, longest: 0 };
  const ended = new AbortController();
  const look = async () => {
    while (!ended.signal.aborted) {
      seen.server = Math.max(seen.server, residentOf(server));
      for (const pid of decodersOf(server)) seen.child = Math.max(seen.child, residentOf(pid));
      await sleep(every);
    }
  };
  const ask = async () => {
    while (!ended.signal.aborted) {
      const begin = performance.now();
      const isWell = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(1000) }).then(
        (response) => response.ok,
        () => false,
      );
      if (!isWell) seen.silent += 1;
      seen.longest = Math.max(seen.longest, Math.round(performance.now() - begin));
      await sleep(every * 4);
    }
  };
  const both = Promise.all([look(), ask()]);
  return {
    children: () => decodersOf(server),
    async end() {
      ended.abort();
      await both;
      return seen;
    },
  };
}

const scripts = /worker-process|portrait-process|plan-process/;

/** Processes of those scripts whose parent is this one. */
const decodersOf = (parent: number): number[] =>
  readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const stat = read(`/proc/${name}/stat`);
    const above = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    return above === parent && scripts.test(read(`/proc/${name}/cmdline`)) ? [Number(name)] : [];
  });

/** Resident memory in megabytes; 0 for a process that has ended. */
export const residentOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1000;

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
