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
  /** The proxies between browsers and each of the nodes. */
  readonly wires: readonly CuttingProxy[];
  readonly start: (at: number) => Promise<ServerProcess>;
  readonly database: pg.Pool;
  /** Folder of the database. */
  readonly folder: string;
}

export interface Faults {
  readonly windows: FaultWindow[];
  /** How often each fault was caused. */
  readonly counts: { server: number; database: number; wires: number };
}

/** Kills a node, the database, or cuts all proxies, repeatedly until stopped. */
export async function bringFaults(nodes: Nodes, random: () => number, ending: AbortSignal): Promise<Faults> {
  const faults: Faults = { windows: [], counts: { server: 0, database: 0, wires: 0 } };
  await sleep(1_500);
  for (let turn = 0; !ending.aborted; turn += 1) {
    const from = performance.now();
    // Round robin, so that a short run has all of them.
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
    // Backends of a killed server continue for a moment: only one with another parent proves that it is back.
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
