import { type ChildProcess, fork } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { amountFigure, type Figure, ratioFigure, renderSection, type Section, table } from "../lib/report.ts";
import { median, percentile, spread } from "../lib/stats.ts";

const app = { key: "bench-key", secret: "a secret for the bench, and for nothing else" };
const HELD = 10_000;
const SUBSCRIBERS = 1_000;
const MESSAGES = 100;
const ROUNDS = 5;
const EVENTS_PER_SECOND = 500;
const SECONDS = 10;
const BROWSERS = 20;
const targets = { ratio: 1.2, total: 250, each: 14, median: 50, p99: 200 };

/** Measures our sockets: memory per open socket, CPU of broadcasting, and the time from a commit to a page. */
export async function runRealtimeBench(): Promise<Section> {
  const held = await measureHeld();
  const fanOut = await measureFanOut();
  const delay = await measureDelay();
  const ratios = fanOut.map(({ product, yardstick }) => product.cpu / yardstick.cpu);
  const figures: Figure[] = [
    amountFigure(`Memory with ${HELD.toLocaleString("en")} sockets`, held.total, targets.total, "MB"),
    amountFigure("Memory per socket", held.each, targets.each, "KB", 1),
    ratioFigure("CPU per delivery", median(ratios), targets.ratio, spread(ratios)),
    amountFigure("Commit to browser, median", median(delay), targets.median, "ms"),
    amountFigure("Commit to browser, p99", percentile(delay, 0.99), targets.p99, "ms"),
  ];
  const row = (name: string, of: (round: FanOut) => Fan) => [
    name,
    median(fanOut.map((round) => of(round).cpu)).toFixed(1),
    Math.round(median(fanOut.map((round) => of(round).perSecond))).toLocaleString("en"),
  ];
  return {
    title: "Real time",
    method: `Sockets: ${HELD.toLocaleString("en")} subscribed to a private channel of a process that does nothing else; memory before and with them, after garbage collection. Fan-out: ${MESSAGES} messages of 330 bytes to ${SUBSCRIBERS.toLocaleString("en")} subscribers, compared with \`ws\` writing one prebuilt frame to all, ${ROUNDS} interleaved rounds, lowest to highest in brackets. Delay: ${EVENTS_PER_SECOND} events a second, one transaction each, half of them in each of two processes on one PostgreSQL, received by ${BROWSERS} sockets on both for ${SECONDS} s, measured from before the commit. The clients run on the same machine.`,
    figures,
    details: [
      table(
        ["server", "µs CPU per delivery", "frames per second, clients on the same machine"],
        [row("product", ({ product }) => product), row("ws, prebuilt frame", ({ yardstick }) => yardstick)],
      ),
      `Sockets opened and subscribed per second: ${Math.round(held.ramp)}. Deliveries timed: ${delay.length.toLocaleString("en")}; p95 ${percentile(delay, 0.95).toFixed(0)} ms, slowest ${percentile(delay, 1).toFixed(0)} ms.`,
    ],
  };
}

async function measureHeld(): Promise<{ total: number; each: number; ramp: number }> {
  const server = start("server.ts", ["product", app.key, app.secret], ["--expose-gc"]);
  const clients = start("clients.ts", [app.key, app.secret]);
  try {
    const { port } = await answer<{ port: number }>(server);
    await answer(clients);
    // Warms up the code and lets its memory grow before counting begins.
    await connect(clients, [port], 200);
    const rss = async () => (await ask<{ rss: number }>(server, { do: "collect" })).rss;
    const before = await rss();
    const begin = performance.now();
    await connect(clients, [port], HELD - 200);
    const seconds = (performance.now() - begin) / 1000;
    const total = await rss();
    return { total: total / 1e6, each: (total - before) / 1024 / (HELD - 200), ramp: (HELD - 200) / seconds };
  } finally {
    server.kill();
    clients.kill();
  }
}

interface Fan {
  /** Microseconds of the server's CPU. */
  readonly cpu: number;
  readonly perSecond: number;
}
interface FanOut {
  readonly product: Fan;
  readonly yardstick: Fan;
}

async function measureFanOut(): Promise<FanOut[]> {
  const kinds = ["product", "yardstick"] as const;
  const sites = await Promise.all(
    kinds.map(async (kind) => {
      const server = start("server.ts", [kind, app.key, app.secret]);
      const clients = start("clients.ts", [app.key, app.secret]);
      const { port } = await answer<{ port: number }>(server);
      await answer(clients);
      await connect(clients, [port], SUBSCRIBERS, kind === "product");
      return { server, clients };
    }),
  );
  const round = async (at: 0 | 1): Promise<Fan> => {
    const site = sites[at];
    if (site === undefined) throw new Error("The servers did not start.");
    const pid = site.server.pid ?? 0;
    const deliveries = SUBSCRIBERS * MESSAGES;
    const before = cpuOfTrees([pid]);
    const begin = performance.now();
    const heard = ask(site.clients, { do: "count", frames: deliveries });
    await ask(site.server, { do: "publish", count: MESSAGES, data: "x".repeat(260) });
    await heard;
    const seconds = (performance.now() - begin) / 1000;
    return { cpu: ((cpuOfTrees([pid]) - before) * 1000) / deliveries, perSecond: deliveries / seconds };
  };
  try {
    const rounds: FanOut[] = [];
    await round(0);
    await round(1);
    for (let n = 0; n < ROUNDS; n += 1) rounds.push({ product: await round(0), yardstick: await round(1) });
    return rounds;
  } finally {
    for (const { server, clients } of sites) {
      server.kill();
      clients.kill();
    }
  }
}

/** Milliseconds of each delivery. */
async function measureDelay(): Promise<number[]> {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  await chmod(root, 0o755);
  const log = createLog("warn");
  const postgres = await startPostgres({ root, database: "sitewalk", log });
  const started: ChildProcess[] = [];
  try {
    const { connection } = postgres;
    const handle = openDatabase(connection, log, { max: 2 });
    await migrate(handle.db);
    await handle.close();
    const node = () => start("node.ts", [app.key, app.secret, JSON.stringify(connection)]);
    const nodes = [node(), node()];
    const clients = start("clients.ts", [app.key, app.secret]);
    started.push(...nodes, clients);
    const ports = await Promise.all(nodes.map(async (each) => (await answer<{ port: number }>(each)).port));
    await answer(clients);
    await connect(clients, ports, BROWSERS);
    // Statements are planned and code is compiled before counting begins.
    await emit(nodes, clients, 2);
    return await emit(nodes, clients, SECONDS);
  } finally {
    for (const each of started) each.kill();
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function emit(
  nodes: readonly ChildProcess[],
  clients: ChildProcess,
  seconds: number,
): Promise<number[]> {
  const order = { perSecond: EVENTS_PER_SECOND / nodes.length, seconds };
  const heard = ask<{ delays: number[] }>(clients, {
    do: "count",
    frames: EVENTS_PER_SECOND * seconds * BROWSERS,
  });
  await Promise.all(nodes.map((node) => ask(node, order)));
  return (await heard).delays;
}

function start(file: string, words: readonly string[], execArgv: string[] = []): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), words, { execArgv });
}

async function connect(clients: ChildProcess, ports: readonly number[], count: number, subscribes = true) {
  const { failed } = await ask<{ failed?: string }>(clients, { do: "connect", ports, count, subscribes });
  if (failed !== undefined) throw new Error(`The clients could not connect: ${failed}`);
}

function ask<T>(child: ChildProcess, order: object): Promise<T> {
  const reply = answer<T>(child);
  child.send(order);
  return reply;
}

function answer<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}.`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message as T);
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(renderSection(await runRealtimeBench()));
