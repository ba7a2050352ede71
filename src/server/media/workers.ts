import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { OVER_MEMORY } from "#server/platform/bounded-child.ts";
import { CHILD_IDLE_MS, forkChild } from "#server/platform/fork-child.ts";
import type { ChildReport } from "./decoding-child.ts";
import type { VariantSet } from "./variants.ts";
import type { WorkOrder } from "./worker-process.ts";

export interface WorkersOptions {
  /** Number of pictures processed at the same time. */
  readonly count: number;
  /** Wall time of one picture. 30 s by default: ten times what the largest takes. */
  readonly timeoutMs?: number;
  /** Resident memory of one child. 1.5 GB by default. */
  readonly memoryBytes?: number;
  /** The same as far as this machine allows; the lower one counts. */
  readonly machineBytes?: number | undefined;
  /** Time without an order after which a child ends. */
  readonly idleMs?: number;
}

/** `closed`: it was ended together with this process and is not to blame. */
export type WorkerDeath = "time" | "memory" | "crash" | "closed";

/** A child died while processing a picture, or had to be killed. */
export class WorkerDied extends Error {
  readonly death: WorkerDeath;
  constructor(death: WorkerDeath) {
    super(`the picture's worker ended: ${death}`);
    this.name = "WorkerDied";
    this.death = death;
  }
}

/** The decoder could not read the picture. */
export class PictureUnreadable extends Error {
  override readonly name = "PictureUnreadable";
}

export interface Workers<Order = WorkOrder, Result = VariantSet> {
  /**
   * Runs an order in a child process. Rejects with `WorkerDied`, `PictureUnreadable`, or the child's own error (a full
   * disk keeps its `code`). When `signal` aborts, the child is ended. Waits for a free child, first come first served.
   */
  run(order: Order, onPreviews?: () => void, signal?: AbortSignal): Promise<Result>;
  /** Ends all children; running orders reject with `WorkerDied`. */
  close(): Promise<void>;
}

const HEAP_MIB = 256;

/** Workers that make the variants of panoramas. */
export const createWorkers = (options: WorkersOptions): Workers => createPool("worker-process.ts", options);

/**
 * Children that run a script of this folder, which calls `serveOrders`. They are forked when first needed, reused, and
 * ended when they have no order for a while; one that died or uses too much memory is replaced by the next order.
 */
export function createPool<Order extends object, Result>(
  script: string,
  { count, timeoutMs = 30_000, idleMs = CHILD_IDLE_MS, ...memory }: WorkersOptions,
): Workers<Order, Result> {
  const memoryBytes = Math.min(memory.memoryBytes ?? 1.5e9, memory.machineBytes ?? Number.POSITIVE_INFINITY);
  /** With the timers that end them; the one used last is last. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const busy = new Set<ChildProcess>();
  const waiting: (() => void)[] = [];
  let taken = 0;
  let isClosed = false;

  const hasEnded = (signal: AbortSignal | undefined) => isClosed || signal?.aborted === true;

  async function takePlace(): Promise<void> {
    if (taken < count) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** The slot goes directly to the caller that has waited longest, so that no other can slip in between. */
  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }

  /** The child used last, so that the others stay idle and end. */
  function childFor(): ChildProcess {
    const [known, timer] = [...idle].at(-1) ?? [];
    if (known === undefined) {
      return forkChild(join(import.meta.dirname, script), {
        args: [String(memoryBytes)],
        heapMegabytes: HEAP_MIB,
        serialization: "json",
      });
    }
    clearTimeout(timer);
    idle.delete(known);
    return known.connected && known.exitCode === null && known.signalCode === null ? known : childFor();
  }

  function rest(child: ChildProcess): void {
    const end = () => idle.delete(child) && child.kill("SIGKILL");
    idle.set(child, setTimeout(end, idleMs).unref());
  }

  return {
    async run(order, onPreviews, signal) {
      await takePlace();
      try {
        if (hasEnded(signal)) throw new WorkerDied("closed");
        const child = childFor();
        busy.add(child);
        const abort = () => child.kill("SIGKILL");
        signal?.addEventListener("abort", abort);
        try {
          return await runIn<Result>(child, order, timeoutMs, onPreviews);
        } catch (error) {
          throw hasEnded(signal) ? new WorkerDied("closed") : error;
        } finally {
          signal?.removeEventListener("abort", abort);
          busy.delete(child);
          if (child.connected && !child.killed && !isClosed) rest(child);
          else child.kill("SIGKILL");
        }
      } finally {
        leavePlace();
      }
    },
    async close() {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...idle.keys(), ...busy].map(endChild));
    },
  };
}

function runIn<Result>(
  child: ChildProcess,
  order: object,
  timeoutMs: number,
  onPreviews: (() => void) | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let death: WorkerDeath = "crash";
    const timer = setTimeout(() => {
      death = "time";
      child.kill("SIGKILL");
    }, timeoutMs);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
      act();
    };
    const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
      settle(() => reject(new WorkerDied(signal === OVER_MEMORY ? "memory" : death)));
    const onMessage = (report: ChildReport<Result>) => {
      if (report.kind === "previews") onPreviews?.();
      else if (report.kind === "done") {
        if (report.isTired) child.kill("SIGKILL");
        settle(() => resolve(report.result));
      } else settle(() => reject(errorOf(report)));
    };
    child.on("message", onMessage);
    child.on("exit", onExit);
    child.send(order, (error) => {
      // The exit of an unreachable child is on its way; this only makes sure of it.
      if (error !== null) child.kill("SIGKILL");
    });
  });
}

function errorOf(report: ChildReport<unknown> & { kind: "unreadable" | "error" }): Error {
  if (report.kind === "unreadable") return new PictureUnreadable(report.reason);
  return Object.assign(new Error(report.reason), { code: report.code });
}

function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
