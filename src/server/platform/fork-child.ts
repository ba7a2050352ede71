import { type ChildProcess, fork } from "node:child_process";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { priorityEnvironment } from "./low-priority.ts";

/** Milliseconds without work after which a child process ends. */
export const CHILD_IDLE_MS = 60_000;

export interface ForkOptions {
  readonly args?: readonly string[];
  /** Limit of the JavaScript heap, in MiB. */
  readonly heapMegabytes: number;
  readonly serialization: "json" | "advanced";
  /** Whether the parent reads what the child writes to stderr. */
  readonly hasErrors?: boolean;
  /** It may free memory itself, by `gc()`. */
  readonly freesMemory?: boolean;
  /** Whether the parent reads what the child writes to stdout. */
  readonly hasOutput?: boolean;
}

/** Forks a script of this product with little memory and without the secrets of this process. */
export function forkChild(script: string, options: ForkOptions): ChildProcess {
  const child = fork(script, options.args ?? [], {
    env: childEnvironment(),
    execArgv: [
      `--max-old-space-size=${options.heapMegabytes}`,
      ...(options.freesMemory === true ? ["--expose-gc"] : []),
    ],
    stdio: [
      "ignore",
      options.hasOutput === true ? "pipe" : "ignore",
      options.hasErrors === true ? "pipe" : "ignore",
      "ipc",
    ],
    serialization: options.serialization,
  });
  child.on("error", () => undefined);
  return child;
}

/**
 * Environment of a child. The compile cache spares it the type stripper: 15 MB and half of its start. Each thread of a
 * decoder would get a memory arena of its own, which is never returned. Formats that the image library has not been
 * hardened for are blocked.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir();
  return {
    VIPS_BLOCK_UNTRUSTED: "1",
    MALLOC_ARENA_MAX: "2",
    ...priorityEnvironment(),
    // The folder given to Node; it names one of its own below for each version.
    ...(cache !== undefined && { NODE_COMPILE_CACHE: dirname(cache) }),
  };
}
