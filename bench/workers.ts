import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { admin, onDatabase, signedIn, urlOf } from "#test/chaos/common.ts";
import {
  freePort,
  type ServerProcess,
  startServer,
  startWorker,
  stopGently,
} from "#test/chaos/server-process.ts";
import type { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { type Section, table } from "./lib/report.ts";
import { median } from "./lib/stats.ts";

/** Pictures queued when the workers start. */
const pictures = 48;
const perVisit = 8;

/** One worker and two alternately: the same machine differs by a quarter from minute to minute. */
const ROUNDS = 3;

/**
 * Measures how fast 1 and 2 single-process workers, each on a core of its own, process pictures that a serving node
 * accepted while no worker ran. Unpinned, one worker already uses a part of the second core, and the gain of another
 * says nothing about how well two share the work.
 */
export async function runWorkersBench(): Promise<Section> {
  const rounds: { readonly one: number; readonly two: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ one: await measure(1), two: await measure(2) });
  const one = median(rounds.map((round) => round.one));
  const two = median(rounds.map((round) => round.two));
  const gain = two / one;
  return {
    title: "Workers",
    method: `${pictures} 360 photos of 3840x1920, received by one web process and processed by worker processes (ROLE=worker, MEDIA_WORKERS=1), the first pinned to core 0, the second to core 1, with one folder and one PostgreSQL, which with the web process use both cores; measured once all workers run, by the times in the database, in which the benchmark looks twice a second. Medians of ${ROUNDS} alternating rounds.`,
    figures: [
      {
        what: "Two workers on two cores compared with one on one",
        target: "≥ 1.5 ×",
        measured: `${gain.toFixed(2)} ×`,
        isMet: gain >= 1.5,
      },
    ],
    details: [
      table(
        ["workers", "photos per minute"],
        [one, two].map((rate, index) => [String(index + 1), rate.toFixed(0)]),
      ),
    ],
  };
}

const measure = (workers: number): Promise<number> =>
  onDatabase(async (connection, folder) => {
    const environment = {
      ...admin,
      DATABASE_URL: urlOf(connection),
      DATA_DIR: join(folder, "data-dir"),
      APP_KEY: "one key for all of the processes",
      DEMO: "off",
      LOG_LEVEL: "silent",
      MEDIA_WORKERS: "1",
    };
    const server = await startServer(await freePort(), { ...environment, ROLE: "web" });
    let working: ServerProcess[] = [];
    try {
      const client = await signedIn(server.origin);
      await bring(client);
      working = await Promise.all(
        Array.from({ length: workers }, (_, core) => startWorker({ ...environment, ROLE: "worker" }, core)),
      );
      return await rateOf(connection);
    } finally {
      await Promise.all(working.map(({ child }) => stopGently(child)));
      await stopGently(server.child);
    }
  });

async function bring(client: TestClient): Promise<void> {
  const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Bench" } });
  let id_visit = "";
  for (let n = 0; n < pictures; n += 1) {
    if (n % perVisit === 0) {
      const body = { id_project, name: `Walk ${n}`, visit_date: "2026-03-01T08:00:00Z" };
      id_visit = String((await client.call("POST /api/visits", { body })).id);
    }
    const bytes = await panorama({ seed: n });
    const file = { name: `room-${n}.jpg`, bytes };
    const { status } = await client.upload("POST /api/rooms", { id_visit }, { file });
    if (status !== 201) throw new Error(`A picture was refused with ${status}.`);
  }
}

/** Milliseconds between two looks: each takes time of the cores that are measured. */
const PAUSE = 500;

/** Pictures per minute from now, with all workers running, until the last one is ready, by the times in the database. */
async function rateOf(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  const look = async () => {
    const { rows } = await client.query<{ ready: number; now: number; last: number | null }>(
      `select (count(*) filter (where state = 'ready'))::int as ready,
         extract(epoch from clock_timestamp())::float8 as now, extract(epoch from max(ready_at))::float8 as last
       from pictures`,
    );
    return rows[0] ?? { ready: 0, now: 0, last: null };
  };
  try {
    const before = await look();
    const deadline = before.now + 600;
    for (;;) {
      await sleep(PAUSE);
      const { ready, now, last } = await look();
      if (ready === pictures && last !== null) return ((pictures - before.ready) / (last - before.now)) * 60;
      if (now > deadline) throw new Error(`Only ${ready} of ${pictures} photos became ready.`);
    }
  } finally {
    await client.end();
  }
}
