import { join } from "node:path";
import { admin, onDatabase, patiently, signedIn, until, urlOf } from "#test/chaos/common.ts";
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
const pictures = 24;
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
    method: `${pictures} 360 photos of 3840x1920, received by one web process and processed by worker processes (ROLE=worker, MEDIA_WORKERS=1), the first pinned to core 0, the second to core 1, with one folder and one PostgreSQL, which with the web process use both cores; measured once all workers run. Medians of ${ROUNDS} alternating rounds.`,
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
      const visits = await bring(client);
      working = await Promise.all(
        Array.from({ length: workers }, (_, core) => startWorker({ ...environment, ROLE: "worker" }, core)),
      );
      return await rateOf(client, visits);
    } finally {
      await Promise.all(working.map(({ child }) => stopGently(child)));
      await stopGently(server.child);
    }
  });

async function bring(client: TestClient): Promise<number[]> {
  const { id: id_project } = await client.call("POST /api/projects", { body: { name: "Bench" } });
  const visits: number[] = [];
  for (let n = 0; n < pictures; n += 1) {
    if (n % perVisit === 0) {
      const body = { id_project, name: `Walk ${n}`, visit_date: "2026-03-01T08:00:00Z" };
      visits.push((await client.call("POST /api/visits", { body })).id);
    }
    const bytes = await panorama({ seed: n });
    const file = { name: `room-${n}.jpg`, bytes };
    const { status } = await client.upload(
      "POST /api/rooms",
      { id_visit: String(visits.at(-1) ?? 0) },
      { file },
    );
    if (status !== 201) throw new Error(`A picture was refused with ${status}.`);
  }
  return visits;
}

/** Pictures per minute from now, with all workers running, until the last one is ready. */
async function rateOf(client: TestClient, visits: readonly number[]): Promise<number> {
  const countReady = async () => {
    const all = await patiently(() =>
      Promise.all(visits.map((id) => client.call("GET /api/visits/{id}", { params: { id } }))),
    );
    return all.flatMap(({ rooms }) => rooms).filter(({ picture }) => picture.state === "ready").length;
  };
  const before = await countReady();
  const begin = performance.now();
  await until(async () => (await countReady()) === pictures, 600_000);
  return ((pictures - before) / (performance.now() - begin)) * 60_000;
}
