import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestClient } from "../client.ts";
import { admin } from "../multi-node/installation.ts";
import { type Load, signIn, startLoad } from "../multi-node/load.ts";
import { panorama } from "../pictures.ts";
import { runClockDrill } from "./clocks.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { runInside } from "./inspect.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "./server-process.ts";
import { sendSlowly } from "./slow-senders.ts";

type Say = (line: string) => void;

interface Site {
  readonly port: number;
  readonly inspector: number;
  readonly environment: Readonly<Record<string, string>>;
  server: ServerProcess;
  owner: TestClient;
  id_project: number;
}

/**
 * Faults of a process itself: it freezes, throws, runs out of file descriptors, gets slow requests, or has a wrong
 * clock.
 */
export const runProcessDrill: Drill = async ({ kills, say }) => {
  const dataDir = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(dataDir, 0o755);
  const inspector = await freePort();
  const environment = {
    DATA_DIR: dataDir,
    DEMO: "off",
    LIVE_PORT: "0",
    TRUST_PROXY: "loopback",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
  };
  const port = await freePort();
  const server = await startServer(port, environment);
  const owner = await signIn(server.origin);
  const { id: id_project } = await owner.call("POST /api/projects", { body: { name: "Chaos" } });
  const site: Site = { port, inspector, environment, server, owner, id_project };
  const rounds = Math.max(1, Math.min(kills, 3));
  try {
    return [
      await stalls(site, rounds, say),
      await faults(site, rounds, say),
      await noMoreFiles(site, rounds, say),
      await slowSenders(site, say),
      ...(await runClockDrill(say)),
    ];
  } finally {
    await stopGently(site.server.child);
    await rm(dataDir, { recursive: true, force: true });
  }
};

const isUp = (site: Site, patience: number) =>
  fetch(`${site.server.origin}/api/health`, { signal: AbortSignal.timeout(patience) }).then(
    (response) => response.ok,
    () => false,
  );

async function lostOf({ owner }: Site, { acknowledged }: Load): Promise<number> {
  let lost = 0;
  for (const id of acknowledged) {
    const { status } = await owner.raw("GET /api/visits/{id}", { params: { id } });
    if (status !== 200) lost += 1;
  }
  return lost;
}

/** Milliseconds for which the event loop is blocked. */
const still = 8000;

async function stalls(site: Site, rounds: number, say: Say): Promise<FaultLine> {
  const load = await startLoad(site.owner, site.server.origin, site.id_project);
  const backMs: number[] = [];
  let unnoticed = 0;
  for (let round = 0; round < rounds; round += 1) {
    await sleep(1000);
    const begin = performance.now();
    const held = runInside(
      site.inspector,
      `{ const end = Date.now() + ${still}; while (Date.now() < end); }`,
    );
    await sleep(500);
    if (await isUp(site, 2000)) unnoticed += 1;
    await held;
    while (!(await isUp(site, 2000))) await sleep(20);
    backMs.push(Math.round(performance.now() - begin - still));
    say(`stall ${round + 1}/${rounds}: answers ${backMs.at(-1)} ms after its end`);
  }
  const done = await load.end();
  const said = site.server.output().split("the event loop stands still").length - 1;
  return {
    fault: `the event loop is blocked for ${still / 1000} s`,
    times: rounds,
    acknowledged: `${done.acknowledged.length} visits`,
    lost: await lostOf(site, done),
    wrong: { "without a line in the log": rounds - said, "reported healthy meanwhile": unnoticed },
    backMs,
  };
}

async function faults(site: Site, rounds: number, say: Say): Promise<FaultLine> {
  const backMs: number[] = [];
  let lost = 0;
  let acknowledged = 0;
  let wordless = 0;
  for (let round = 0; round < rounds; round += 1) {
    const load = await startLoad(site.owner, site.server.origin, site.id_project);
    await sleep(1500);
    const { child, output } = site.server;
    const gone = once(child, "exit") as Promise<[number | null]>;
    await runInside(site.inspector, `setTimeout(() => void Promise.reject(new Error("drill")), 1)`).catch(
      () => undefined,
    );
    const [code] = await gone;
    const begin = performance.now();
    if (code !== 70 || !output().includes("a fault that nobody caught")) wordless += 1;
    site.server = await startServer(site.port, site.environment);
    backMs.push(Math.round(performance.now() - begin));
    const done = await load.end();
    acknowledged += done.acknowledged.length;
    lost += await lostOf(site, done);
    say(`unhandled rejection ${round + 1}/${rounds}: ended with ${code}, answers after ${backMs.at(-1)} ms`);
  }
  return {
    fault: "an unhandled rejection ends the process, which is restarted",
    times: rounds,
    acknowledged: `${acknowledged} visits`,
    lost,
    wrong: { "ended without a line in the log or with a code other than 70": wordless },
    backMs,
  };
}

async function noMoreFiles(site: Site, rounds: number, say: Say): Promise<FaultLine> {
  const { owner, id_project } = site;
  const backMs: number[] = [];
  const visit_date = "2026-03-01T08:00:00Z";
  const { id: id_visit } = await owner.call("POST /api/visits", {
    body: { id_project, name: "Pictures", visit_date },
  });
  const bytes = await panorama({ seed: 7 });
  const upload = () =>
    owner
      .upload("POST /api/rooms", { id_visit: String(id_visit) }, { file: { name: "hall.jpg", bytes } })
      .then(
        ({ status, body }) => {
          if (status === 201) pictures.add((body as { data: { id: number } }).data.id);
          return status;
        },
        () => 0,
      );
  // The same picture sent again is the same room.
  const pictures = new Set<number>();
  let acknowledged = 0;
  let lost = 0;
  let turnedAway = 0;
  let blamed = 0;
  const pid = site.server.child.pid ?? 0;
  for (let round = 0; round < rounds; round += 1) {
    const load = await startLoad(owner, site.server.origin, id_project);
    await sleep(1000);
    execFileSync("prlimit", ["--pid", String(pid), "--nofile=256:"]);
    const sockets = Array.from({ length: 400 }, () => {
      const socket = connect(site.port, "127.0.0.1").on("error", () => undefined);
      return socket.once("close", () => (turnedAway += 1)).resume();
    });
    await sleep(2000);
    const status = await upload();
    if (status === 500) blamed += 1;
    for (const socket of sockets) socket.removeAllListeners("close").destroy();
    execFileSync("prlimit", ["--pid", String(pid), "--nofile=4096:"]);
    const begin = performance.now();
    while (!(await isUp(site, 2000))) await sleep(20);
    backMs.push(Math.round(performance.now() - begin));
    await upload();
    const done = await load.end();
    acknowledged += done.acknowledged.length;
    lost += await lostOf(site, done);
    say(
      `no more files ${round + 1}/${rounds}: a picture meanwhile got ${status}, answers after ${backMs.at(-1)} ms`,
    );
  }
  const { rooms } = await owner.call("GET /api/visits/{id}", { params: { id: id_visit } });
  return {
    fault: "256 open files and 400 connections during the work",
    times: rounds,
    acknowledged: `${acknowledged} visits, ${pictures.size} photos`,
    lost: lost + [...pictures].filter((id) => !rooms.some((room) => room.id === id)).length,
    wrong: {
      "processes ended": site.server.child.exitCode === null ? 0 : 1,
      "responses of 500": blamed,
    },
    backMs,
    seen: `${turnedAway} connections were refused`,
  };
}

async function slowSenders({ server }: Site, say: Say): Promise<FaultLine> {
  const { heldMs, p99Before, p99Meanwhile } = await sendSlowly(server.origin, 300, 100);
  say(`slow senders: the longest was held for ${Math.max(...heldMs)} ms`);
  return {
    fault: "300 connections that send headers and 100 that send bodies at a byte a second",
    times: heldMs.length,
    acknowledged: "–",
    lost: 0,
    wrong: { "held for more than 15 s": heldMs.filter((ms) => ms > 15_000).length },
    backMs: [],
    seen: `held ${Math.round(Math.min(...heldMs) / 100) / 10} to ${Math.round(Math.max(...heldMs) / 100) / 10} s; p99 of other calls ${p99Meanwhile} ms, ${p99Before} ms without`,
  };
}
