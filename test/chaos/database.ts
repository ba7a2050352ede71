import { setTimeout as sleep } from "node:timers/promises";
import { WebSocket } from "ws";
import type { TestClient } from "../client.ts";
import { admin, inFolder, patiently, signedIn } from "./common.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { freePort, postmasterOf, type ServerProcess, startServer, stopGently } from "./server-process.ts";

const writers = 8;

/** Observations of eight users who write without pause. */
interface Seen {
  readonly written: string[];
  /** Refusals while the database was down, by status. */
  readonly refusals: Map<number, number>;
  slowestMs: number;
}

/**
 * Restarts the embedded database at once (SIGQUIT, like `pg_ctl restart -m immediate`) or kills all its processes,
 * under eight writers. The product's process must stay the same, its sockets open, and every acknowledged write be
 * there; no caller waits longer than five seconds for a response.
 */
export const runDatabaseDrill: Drill = ({ kills, random, say }) =>
  inFolder(async (dataDir) => {
    const server = await startServer(await freePort(), {
      ...admin,
      DATA_DIR: dataDir,
      DEMO: "off",
      LOG_LEVEL: "silent",
    });
    try {
      const client = await signedIn(server.origin);
      const lines: FaultLine[] = [];
      for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
        const line = await underWriters(server, client, dataDir, signal, Math.ceil(kills / 2), random);
        say(JSON.stringify(line));
        lines.push(line);
      }
      return lines;
    } finally {
      await stopGently(server.child);
    }
  });

async function underWriters(
  server: ServerProcess,
  client: TestClient,
  dataDir: string,
  signal: "SIGQUIT" | "SIGKILL",
  times: number,
  random: () => number,
): Promise<FaultLine> {
  const seen: Seen = { written: [], refusals: new Map(), slowestMs: 0 };
  const ending = new AbortController();
  const socket = await openSocket(client, server.origin);
  const writing = Array.from({ length: writers }, (_, n) =>
    write(client, `${signal}-${n}`, seen, ending.signal),
  );
  const backMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await sleep(300 + random() * 700);
    const before = await postmasterOf(dataDir);
    process.kill(before, signal);
    const begin = performance.now();
    // Backends of a killed server continue for a moment: only a write accepted by a new one proves that it is back.
    await patiently(async () => {
      if ((await postmasterOf(dataDir)) === before) throw new Error("the former one");
      await client.call("PUT /api/projects/star", { body: { id: await firstProject(client) } });
    });
    backMs.push(Math.round(performance.now() - begin));
  }
  ending.abort();
  await Promise.all(writing);
  const found = await namesOf(client);
  const isSocketOpen = socket.readyState === WebSocket.OPEN;
  socket.close();
  const refusals = [...seen.refusals].map(([status, count]) => `${count} × ${status}`).join(", ");
  return {
    fault: `${signal === "SIGQUIT" ? "the database restarted immediately" : "kill -9 of the database"} under ${writers} writers`,
    times,
    acknowledged: `${seen.written.length} projects`,
    lost: seen.written.filter((name) => !found.has(name)).length,
    wrong: {
      "process ended": server.child.exitCode === null ? 0 : 1,
      "socket dropped": isSocketOpen ? 0 : 1,
      "waited over 5 s": seen.slowestMs > 5000 ? 1 : 0,
    },
    backMs,
    seen: `meanwhile ${refusals === "" ? "no call was refused" : refusals}, slowest response ${(seen.slowestMs / 1000).toFixed(1)} s`,
  };
}

async function write(client: TestClient, prefix: string, seen: Seen, ending: AbortSignal): Promise<void> {
  for (let n = 0; !ending.aborted; n += 1) {
    const name = `${prefix}-${n}`;
    const begin = performance.now();
    const { status } = await client.raw("POST /api/projects", { body: { name } });
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begin);
    if (status === 201) seen.written.push(name);
    else {
      seen.refusals.set(status, (seen.refusals.get(status) ?? 0) + 1);
      await sleep(50);
    }
  }
}

async function firstProject(client: TestClient): Promise<number> {
  const { items } = await client.call("GET /api/projects", { query: { per_page: 1 } });
  return items[0]?.id ?? 0;
}

async function namesOf(client: TestClient): Promise<Set<string>> {
  const names = new Set<string>();
  for (let page = 1, more = true; more; page += 1) {
    const { items, total } = await client.call("GET /api/projects", { query: { per_page: 100, page } });
    for (const { name } of items) names.add(name);
    more = page * 100 < total;
  }
  return names;
}

/** A socket like that of a page; it sends nothing and must stay open. */
async function openSocket(client: TestClient, origin: string): Promise<WebSocket> {
  const { body } = await client.send("GET", `${origin}/projects`, undefined, {});
  const boot = /<script[^>]*id="boot"[^>]*>([\s\S]*?)<\/script>/.exec(String(body))?.[1] ?? "{}";
  const { key } = (JSON.parse(boot) as { realtime: { key: string } }).realtime;
  const socket = new WebSocket(`${origin.replace("http", "ws")}/app/${key}?protocol=7`, { origin });
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return socket;
}
