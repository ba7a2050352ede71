import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenByParent, ifThere } from "./process-tree.ts";

/** Proportional set size in MB by kind of process; pages that processes share are divided among them. */
export type Held = ReadonlyMap<string, number>;

export const totalOf = (held: Held): number => [...held.values()].reduce((sum, each) => sum + each, 0);

/** Memory of a process and all its descendants. Linux only. */
export function heldByTree(root: number): Held {
  const children = childrenByParent();
  const held = new Map<string, number>();
  const add = (pid: number, inherited: string | undefined): void => {
    const command = ifThere(() => readFileSync(`/proc/${pid}/cmdline`, "utf8")) ?? "";
    const kind = inherited ?? kindOf(command);
    const text = ifThere(() => readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? "";
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
    held.set(kind, (held.get(kind) ?? 0) + kilobytes / 1024);
    for (const child of children.get(pid) ?? []) add(child, kind === "PostgreSQL" ? kind : undefined);
  };
  add(root, undefined);
  return held;
}

const kinds: readonly (readonly [part: string, kind: string])[] = [
  ["media/worker-process.ts", "image workers"],
  ["portrait-process.ts", "portrait child"],
  ["plan-process.ts", "floor plan child"],
  ["pdf-process.ts", "PDF child"],
  ["frames-process.ts", "time-lapse frames"],
  ["live/worker/process.ts", "media server"],
  ["ffmpeg", "ffmpeg"],
  ["server/main.ts", "server"],
  ["bin/postgres", "PostgreSQL"],
];

const kindOf = (command: string): string => kinds.find(([part]) => command.includes(part))?.[1] ?? "other";

/** Reads a tree again and again; `stop` returns the largest total and its parts. */
export function watchPeak(root: number): { stop(): Promise<Held> } {
  let most: Held = new Map();
  const over = new AbortController();
  const watching = (async () => {
    while (!over.signal.aborted) {
      const held = heldByTree(root);
      if (totalOf(held) > totalOf(most)) most = held;
      await sleep(200);
    }
  })();
  return {
    async stop() {
      over.abort();
      await watching;
      return most;
    },
  };
}
