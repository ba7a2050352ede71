import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { patiently } from "./common.ts";
import type { CuttingProxy } from "./cutting-proxy.ts";
import type { FaultWindow } from "./history-check.ts";
import { killHard, type ServerProcess } from "./server-process.ts";

export interface Nodes {
  readonly servers: ServerProcess[];
  /** What stands between browsers and each of them. */
  readonly wires: readonly CuttingProxy[];
  readonly start: (at: number) => Promise<ServerProcess>;
  readonly database: pg.Pool;
  /** Where the database lies. */
  readonly folder: string;
}

export interface Faults {
  readonly windows: FaultWindow[];
  /** How often each was done. */
  readonly counts: { server: number; database: number; wires: number };
}

/** Kills a node, the database, or cuts everybody's wires, again and again until told to end. */
export async function bringFaults(nodes: Nodes, random: () => number, ending: AbortSignal): Promise<Faults> {
  const faults: Faults = { windows: [], counts: { server: 0, database: 0, wires: 0 } };
  await sleep(1_500);
  for (let turn = 0; !ending.aborted; turn += 1) {
    const from = performance.now();
    // Each in its turn, so that a short run has all of them.
    const what = (["server", "database", "wires"] as const)[turn % 3] ?? "wires";
    await acts[what](nodes, random);
    faults.counts[what] += 1;
    faults.windows.push({ from, to: performance.now() });
    await sleep(500 + random() * 2_500);
  }
  return faults;
}

const acts = {
  async server(nodes: Nodes, random: () => number): Promise<void> {
    const at = Math.floor(random() * nodes.servers.length);
    const victim = nodes.servers[at];
    if (victim !== undefined) await killHard(victim.child);
    nodes.servers[at] = await nodes.start(at);
  },
  async database({ folder, database, servers }: Nodes): Promise<void> {
    const pid = await postmaster(folder);
    process.kill(pid, "SIGKILL");
    // Backends of a killed server go on for a moment: only one that has another parent proves that it is back.
    await patiently(async () => {
      if ((await postmaster(folder)) === pid) throw new Error("the former one");
      await database.query("select 1");
    }, 60_000);
    await Promise.all(servers.map(({ origin }) => patiently(() => ready(origin), 60_000)));
  },
  async wires({ wires }: Nodes): Promise<void> {
    for (const wire of wires) wire.cut();
    await sleep(50);
  },
} as const;

async function postmaster(folder: string): Promise<number> {
  return Number.parseInt(await readFile(join(folder, "data/postmaster.pid"), "utf8"), 10);
}

async function ready(origin: string): Promise<void> {
  const { ok } = await fetch(`${origin}/api/ready`);
  if (!ok) throw new Error("not ready");
}
