import { setTimeout as sleep } from "node:timers/promises";
import type { Layout } from "./layout.ts";
import { isAlive, occupantOf } from "./process-table.ts";

/** A fast stop writes a checkpoint; when the disk is too slow for that, the next start recovers instead. */
const FAST_MS = 30_000;
const IMMEDIATE_MS = 10_000;

/** Stops our server with this process id and waits for it: SIGINT (fast), later SIGQUIT (immediate, also safe). */
export async function shutDown(layout: Layout, pid: number): Promise<void> {
  const steps = [
    { signal: "SIGINT", wait: FAST_MS },
    { signal: "SIGQUIT", wait: IMMEDIATE_MS },
  ] as const;
  for (const { signal, wait } of steps) {
    // the number may have gone to another program since
    if ((await occupantOf(pid, layout.data)) !== "ours") return;
    process.kill(pid, signal);
    if (await ended(pid, wait)) return;
  }
}

async function ended(pid: number, wait: number): Promise<boolean> {
  for (const limit = Date.now() + wait; Date.now() < limit; await sleep(5)) {
    if (!isAlive(pid)) return true;
  }
  return false;
}
