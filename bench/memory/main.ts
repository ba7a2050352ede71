import { setTimeout as sleep } from "node:timers/promises";
import { admin, inFolder, signedIn, until } from "#test/chaos/common.ts";
import { stopGently } from "#test/chaos/server-process.ts";
import { TestClient } from "#test/client.ts";
import { panorama } from "#test/pictures.ts";
import { type Held, heldByTree, totalOf, watchPeak } from "../lib/memory.ts";
import { cpuOfTrees } from "../lib/process-tree.ts";
import { amountFigure, type Section, table } from "../lib/report.ts";
import { type Product, startProduct } from "./product.ts";

/** Longer than a child process and a database connection without work are kept. */
const IDLE_MS = 80_000;
/** In this time all repeated work of a minute happens at least once. */
const IDLE_CPU_MS = 120_000;
const PHOTOS = 10;
const SIZE = { width: 7680, height: 3840 };
const seeds = Array.from({ length: PHOTOS }, (_, index) => index + 1);

/** Measures the memory of all processes of the product, started as `npm start` starts it. */
export async function runMemoryBench(): Promise<Section> {
  const usual = await measure(0);
  const small = await measure(1024);
  const times = small.seconds / usual.seconds;
  return {
    title: "Memory",
    method: `All processes of \`npm start\`, PostgreSQL with its backends included, by proportional set size. Idle: ${IDLE_MS / 1000} s without a call, then one reading; then CPU time over ${IDLE_CPU_MS / 1000} s more, before the first sign-in. Peak: read every 200 ms while ${PHOTOS} 360 photos of ${SIZE.width}x${SIZE.height} are uploaded and processed. A day of work: the photos, then 120 calls for lists, a search and snags, a PDF and a workbook. Then the same with MEMORY_MB=1024. The photos are drawn; memory does not depend on the load of the machine, the time does.`,
    figures: [
      amountFigure("Idle after the start, without the demo site", totalOf(usual.fresh), 300, "MB"),
      amountFigure("Of these, the server's process", usual.fresh.get("server") ?? Number.NaN, 180, "MB"),
      amountFigure("Idle after the demo site was created", totalOf(usual.demo), 300, "MB"),
      amountFigure("Idle after a day of work", totalOf(usual.day), 300, "MB"),
      amountFigure(`Peak while ${PHOTOS} photos arrive`, totalOf(usual.peak), 900, "MB"),
      amountFigure(`Peak while ${PHOTOS} photos arrive, MEMORY_MB=1024`, totalOf(small.peak), 512, "MB"),
      amountFigure("CPU while idle, of one core", usual.idlePercent, 5, "%", 1),
      {
        what: "Time for these photos, MEMORY_MB=1024",
        target: "≤ 2 ×",
        measured: `${times.toFixed(2)} ×`,
        isMet: times <= 2,
      },
    ],
    details: [
      columns(usual),
      `${PHOTOS} photos took ${usual.seconds.toFixed(1)} s. With MEMORY_MB=1024 they took ${small.seconds.toFixed(1)} s:`,
      columns(small),
    ],
  };
}

interface Measured {
  readonly fresh: Held;
  /** CPU time of all processes without any call, in percent of one core. */
  readonly idlePercent: number;
  readonly demo: Held;
  readonly peak: Held;
  readonly day: Held;
  /** Until all photos were processed. */
  readonly seconds: number;
}

async function measure(megabytes: number): Promise<Measured> {
  const memory: Record<string, string> = megabytes === 0 ? {} : { MEMORY_MB: String(megabytes) };
  const idle = await withProduct({ ...memory, ...admin, DEMO: "off" }, async ({ pid }) => {
    await sleep(IDLE_MS);
    return { fresh: heldByTree(pid), idlePercent: await cpuPercent(pid) };
  });
  const rest = await withProduct({ ...memory, ...admin, DEMO: "on" }, async ({ pid, origin }) => {
    await demoIsReady(origin);
    await sleep(IDLE_MS);
    const demo = heldByTree(pid);
    const client = await signedIn(origin);
    // Encoded before, so that they count neither as time nor as memory.
    for (const seed of seeds) await panorama({ ...SIZE, seed });
    const watch = watchPeak(pid);
    const begin = performance.now();
    const uploaded = await uploadPhotos(client);
    const seconds = (performance.now() - begin) / 1000;
    const peak = await watch.stop();
    await work(client, uploaded);
    await sleep(IDLE_MS);
    return { demo, peak, seconds, day: heldByTree(pid) };
  });
  return { ...idle, ...rest };
}

async function cpuPercent(pid: number): Promise<number> {
  const [before, begin] = [cpuOfTrees([pid]), performance.now()];
  await sleep(IDLE_CPU_MS);
  return ((cpuOfTrees([pid]) - before) / (performance.now() - begin)) * 100;
}

const withProduct = <T>(
  environment: Readonly<Record<string, string>>,
  act: (product: Product) => Promise<T>,
) =>
  inFolder(async (folder) => {
    const product = await startProduct(folder, environment);
    try {
      return await act(product);
    } finally {
      await stopGently(product.child);
    }
  });

async function demoIsReady(origin: string): Promise<void> {
  const client = new TestClient(origin);
  await client.call("POST /api/demo-login", {});
  const { items } = await client.call("GET /api/visits", { query: { per_page: 50 } });
  await until(
    () =>
      areReady(
        client,
        items.map(({ id }) => id),
      ),
    600_000,
  );
}

async function areReady(client: TestClient, visits: readonly number[]): Promise<boolean> {
  for (const id of visits) {
    const { rooms } = await client.call("GET /api/visits/{id}", { params: { id } });
    if (rooms.some(({ picture }) => picture.state === "processing")) return false;
  }
  // Every visit is asked again after this.
  await sleep(500);
  return true;
}

interface Uploaded {
  readonly project: number;
  readonly visit: number;
}

/** Uploads the photos, four at a time as the browser does, and waits until they are processed. */
async function uploadPhotos(client: TestClient): Promise<Uploaded> {
  const { id } = await client.call("POST /api/projects", { body: { name: "Bench" } });
  const body = { id_project: id, name: "Walk", visit_date: "2026-03-01T08:00:00Z" };
  const visit = await client.call("POST /api/visits", { body });
  const upload = async (seed: number) => {
    const file = { name: `room-${seed}.jpg`, bytes: await panorama({ ...SIZE, seed }) };
    const { status } = await client.upload("POST /api/rooms", { id_visit: String(visit.id) }, { file });
    if (status !== 201) throw new Error(`A photo was refused with ${status}.`);
  };
  await Promise.all(
    [0, 1, 2, 3].map(async (lane) => {
      for (const seed of seeds.filter((each) => each % 4 === lane)) await upload(seed);
    }),
  );
  await until(() => areReady(client, [visit.id]), 600_000);
  return { project: id, visit: visit.id };
}

/** Calls of a day, several at a time: lists, a search, snags, and both reports of them. */
async function work(client: TestClient, { project, visit }: Uploaded): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    await Promise.all([
      client.call("GET /api/projects", { query: { per_page: 25 } }),
      client.call("GET /api/visits", { query: { per_page: 25 } }),
      client.call("GET /api/annotations", { query: { per_page: 50 } }),
      client.call("GET /api/user"),
      client.call("POST /api/search/global", { body: { query: "north" } }),
      client.call("POST /api/annotations", { body: { id_visit: visit, title: `Crack ${round}` } }),
    ]);
  }
  for (const kind of ["pdf", "xlsx"] as const) {
    const { status } = await client.raw(`GET /api/annotations/report/${kind}`, {
      query: { id_project: project },
    });
    if (status !== 200) throw new Error(`The report was refused with ${status}.`);
  }
}

function columns({ fresh, demo, peak, day }: Measured): string {
  const all = [fresh, demo, day, peak];
  const names = new Set(all.flatMap((held) => [...held.keys()]));
  const row = (what: string, values: readonly number[]) => [what, ...values.map((value) => value.toFixed(0))];
  return table(
    ["MB", "idle after start", "idle after demo", "idle after a day", "peak"],
    [
      ...[...names].map((name) =>
        row(
          name,
          all.map((held) => held.get(name) ?? 0),
        ),
      ),
      row("all", all.map(totalOf)),
    ],
  );
}
