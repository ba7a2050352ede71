import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestClient } from "../client.ts";
import { admin } from "../multi-node/installation.ts";
import { enter, signIn } from "../multi-node/load.ts";
import { panorama } from "../pictures.ts";
import { S3Service } from "../s3-service/index.ts";
import { onDatabase, patiently, urlOf } from "./common.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";
import type { Drill, FaultLine } from "./faults.ts";
import { checkHistory, type Operation, type Violation } from "./history-check.ts";
import { type Person, readFinal } from "./history-final.ts";
import { bringFaults, type Faults } from "./history-nemesis.ts";
import { type Writer, writeHistory } from "./history-writer.ts";
import { seeded } from "./random.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "./server-process.ts";

const nodes = 2;
const writers = 4;
const seeds = 3;
/** Low enough to be reached: at the limit two simultaneous creations must be resolved. */
const limits = { project: 25, visit: 40 };

/**
 * Users at two nodes create, change and remove records, while a nemesis kills nodes and the database and cuts
 * connections. Every request is recorded with its response, and compared with the final state. `CHAOS_SECONDS` for each
 * of three seeds, which begin with `CHAOS_SEED`.
 */
export const runHistoryDrill: Drill = async ({ say }) => {
  const seconds = Number(process.env["CHAOS_SECONDS"] ?? 45);
  const first = Number(process.env["CHAOS_SEED"] ?? 1);
  const lines: FaultLine[] = [];
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { history, faults, violations } = await liveThrough(seed, seconds);
    for (const { kind, what } of violations) say(`seed ${seed}: ${kind}: ${what}`);
    const line = lineOf(seed, seconds, history, faults, violations);
    say(JSON.stringify(line));
    lines.push(line);
  }
  return lines;
};

function lineOf(
  seed: number,
  seconds: number,
  history: readonly Operation[],
  { windows, counts }: Faults,
  violations: readonly Violation[],
): FaultLine {
  const ended = (outcome: Operation["outcome"]) => history.filter((one) => one.outcome === outcome).length;
  const lost = violations.filter(({ kind }) => kind === "acknowledged and not there").length;
  return {
    fault: `${counts.server} kills of nodes, ${counts.database} of the database, ${counts.wires} cuts of all connections, with ${writers} users for ${seconds} s, seed ${seed}`,
    times: windows.length,
    acknowledged: `${ended("ok")} calls, ${ended("fail")} refused`,
    lost,
    wrong: { "other violations": violations.length - lost },
    backMs: windows.map(({ from, to }) => Math.round(to - from)),
    seen: `${ended("unknown")} calls without a conclusive response`,
  };
}

function liveThrough(seed: number, seconds: number) {
  return onDatabase(async (connection, folder) => {
    const random = seeded(seed);
    const store = await S3Service.start();
    const ports = await Promise.all(Array.from({ length: nodes }, freePort));
    const start = (at: number): Promise<ServerProcess> =>
      startServer(ports[at] ?? 0, {
        ...store.environment,
        DATABASE_URL: urlOf(connection),
        DATA_DIR: `${folder}/node-${at + 1}`,
        NODE_NAME: `node-${at + 1}`,
        NODE_URL: `http://127.0.0.1:${ports[at]}`,
        APP_KEY: "one key for both of the nodes of a drill",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        TRUST_PROXY: "127.0.0.0/8",
        DEMO: "off",
        LIVE_PORT: "0",
        LOG_LEVEL: "silent",
      });
    const database = new pg.Pool({ ...connection, max: 2 });
    database.on("error", () => undefined);
    // The first one alone: it creates the tables.
    const servers = [await start(0)];
    for (let at = 1; at < nodes; at += 1) servers.push(await start(at));
    const wires = await Promise.all(ports.map((port) => openCuttingProxy(port)));
    try {
      const origins = servers.map(({ origin }) => origin);
      const owner = await signIn(origins[0] ?? "");
      const { id: ownerId } = await owner.call("GET /api/user");
      const people = await Promise.all(
        Array.from({ length: writers }, (_, n) =>
          newWriter(
            owner,
            `writer-${n + 1}`,
            wires.map(({ port }) => `http://127.0.0.1:${port}`),
          ),
        ),
      );
      const history: Operation[] = [];
      const ending = new AbortController();
      const picture = await panorama();
      const work = people.map((writer) =>
        writeHistory({
          writer,
          random: seeded(Math.floor(random() * 2 ** 31)),
          ending: ending.signal,
          recipient: ownerId,
          picture,
          log: (operation) => history.push(operation),
        }),
      );
      const nemesis = bringFaults({ servers, wires, start, database, folder }, random, ending.signal);
      await sleep(seconds * 1000);
      ending.abort();
      const faults = await nemesis;
      await Promise.all(work);
      await Promise.all(origins.map((origin) => patiently(() => fetch(`${origin}/api/user`))));
      const readers: Person[] = await Promise.all(
        people.map(async ({ name, id }) => ({
          name,
          id,
          client: await enter(origins[id % nodes] ?? "", name, admin.password),
          limits,
        })),
      );
      readers.push({ name: "the owner", id: ownerId, client: owner });
      const final = await readFinal(database, store.bucket, readers);
      return { history, faults, violations: checkHistory(history, faults.windows, final) };
    } finally {
      await Promise.all(servers.map(({ child }) => stopGently(child)));
      await Promise.all(wires.map((wire) => wire.close()));
      await database.end();
      await store.stop();
    }
  });
}

/** A user with a plan, and a client at each of the nodes. */
async function newWriter(owner: TestClient, name: string, origins: readonly string[]): Promise<Writer> {
  const { user } = await owner.call("POST /api/users", {
    body: {
      username: name,
      email: `${name}@example.org`,
      password: admin.password,
      role: "administrator",
      first_name: "Site",
      last_name: "Office",
    },
  });
  const plan = await owner.call("POST /api/plans", {
    body: { name: `Plan of ${name}`, n_projects: limits.project, n_virtual_tours: limits.visit },
  });
  await owner.call("PUT /api/users/{id}/plan", { params: { id: user.id }, body: { id_plan: plan.id } });
  const browsers: TestClient[] = [];
  for (const origin of origins) browsers.push(await enter(origin, name, admin.password));
  return { name, id: user.id, browsers };
}
