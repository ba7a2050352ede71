import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runBackupProcess } from "#test/chaos/backup-process.ts";
import { freePort, startServer, stopGently } from "#test/chaos/server-process.ts";
import { connectionOf } from "../api/seed.ts";
import { sizeOfFolder } from "../lib/folder-size.ts";
import { amountFigure, ratioFigure, type Section, table } from "../lib/report.ts";
import { percentile } from "../lib/stats.ts";
import { callProject, targets } from "./measure.ts";
import { type Seeded, seed } from "./seed.ts";

const settings = {
  DEMO: "off",
  LOG_LEVEL: "error",
  ADMIN_EMAIL: "bench@example.org",
  ADMIN_PASSWORD: "correct horse battery",
};

/** Milliseconds between two calls of the writer. */
const PAUSE = 100;
/** Calls of the writer before a backup begins. */
const QUIET = 50;
/** Tables whose rows are counted before and after. */
const counted = ["projects", "visits", "rooms", "snags", "snag_steps", "activity", "sightings", "log_words"];

/** A backup of the running server, and the restore of it. */
interface Copies {
  readonly scale: number;
  /** Size of the backup. */
  readonly megabytes: number;
  /** Seconds of the first backup, of one right after it, and from an empty folder to the first response. */
  readonly first: number;
  readonly second: number;
  readonly restored: number;
  /** Milliseconds of a call that creates a project: before the backups, and while the first is made. */
  readonly quiet: readonly number[];
  readonly meanwhile: readonly number[];
}

/** Backup and restore of ten years of a large customer, at a tenth of the scale and at the scale. */
export async function runBackupBench({ scale = 0.1 }): Promise<Section> {
  return report(await measureAt(scale / 10), await measureAt(scale));
}

/**
 * Backs up the server twice, the first time while projects are created, ends it, deletes its data folder, restores the
 * second backup and starts it. The folder is deleted first, so that the disk holds two copies of the data and not three.
 * Throws if a table comes back with another number of rows.
 */
async function measureAt(scale: number): Promise<Copies> {
  const place = await mkdtemp(join(tmpdir(), "sitewalk-bench-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(place, 0o755);
  const dataDir = join(place, "data");
  const folder = join(place, "backups");
  const server = await startServer(await freePort(), { DATA_DIR: dataDir, ...settings });
  try {
    const seeded = await seed(await connectionOf(dataDir), scale);
    console.error(`backup: ${scale} generated`);
    const quiet = await createProjects(server.origin, seeded, (calls) => calls < QUIET);
    let isMaking = true;
    const writing = createProjects(server.origin, seeded, () => isMaking);
    const making = run(["backup", folder, "--data", dataDir]).finally(() => {
      isMaking = false;
    });
    const [first, meanwhile] = await Promise.all([making, writing]);
    const second = await run(["backup", folder, "--data", dataDir, "--keep", "1"]);
    const before = await countRows(await connectionOf(dataDir));
    await stopGently(server.child);
    await rm(dataDir, { recursive: true, force: true });
    const megabytes = (await sizeOfFolder(folder)) / 1e6;
    const { seconds: restored, rows } = await restore(folder, join(place, "restored"));
    const changed = counted.filter((table) => rows.get(table) !== before.get(table));
    if (changed.length > 0) throw new Error(`The restore has another number of ${changed.join(", ")}.`);
    return { scale, megabytes, first, second, restored, quiet, meanwhile };
  } finally {
    await stopGently(server.child);
    await rm(place, { recursive: true, force: true });
  }
}

/** @returns milliseconds of each call, one every `PAUSE` at most */
async function createProjects(
  origin: string,
  seeded: Seeded,
  goesOn: (calls: number) => boolean,
): Promise<number[]> {
  const call = await callProject(origin, seeded);
  const times: number[] = [];
  while (goesOn(times.length)) {
    const begin = performance.now();
    await call();
    times.push(performance.now() - begin);
    await sleep(PAUSE);
  }
  return times;
}

async function run(args: readonly string[]): Promise<number> {
  const { code, ms } = await runBackupProcess(args);
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`);
  return ms / 1000;
}

async function restore(
  folder: string,
  dataDir: string,
): Promise<{ seconds: number; rows: Map<string, number> }> {
  const begin = performance.now();
  await run(["restore", folder, "--data", dataDir]);
  const server = await startServer(await freePort(), { DATA_DIR: dataDir, ...settings });
  try {
    const seconds = (performance.now() - begin) / 1000;
    return { seconds, rows: await countRows(await connectionOf(dataDir)) };
  } finally {
    await stopGently(server.child);
  }
}

async function countRows(connection: pg.ClientConfig): Promise<Map<string, number>> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const rows = new Map<string, number>();
    for (const table of counted) {
      const found = await client.query<{ rows: string }>(`select count(*) as rows from "${table}"`);
      rows.set(table, Number(found.rows[0]?.rows));
    }
    return rows;
  } finally {
    await client.end();
  }
}

const perGigabyte = (seconds: number, { megabytes }: Copies) => seconds / (megabytes / 1000);

function report(small: Copies, large: Copies): Section {
  const growth = (of: (copies: Copies) => number) =>
    perGigabyte(of(large), large) / perGigabyte(of(small), small);
  const writes = (times: readonly number[]) =>
    [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)]
      .map((ms) => ms.toFixed(0))
      .join(" / ");
  return {
    title: "Backup and restore",
    method: `\`npm run backup\` and \`npm run restore\` of ten years of a large customer, generated as for the section "Ten years", at ${large.scale} of the full size. Projects are created while the first backup is made, one every ${PAUSE} ms at most; the second follows at once. The restore begins in an empty folder and ends with the first response of the server, in which every large table has as many rows as before.`,
    figures: [
      amountFigure(
        "Creation of a project while a backup is made, p95",
        percentile(large.meanwhile, 0.95),
        targets.page,
        "ms",
      ),
      ratioFigure(
        "Growth, first backup, seconds per GB",
        growth(({ first }) => first),
        1.3,
      ),
      ratioFigure(
        "Growth, restore, seconds per GB",
        growth(({ restored }) => restored),
        1.3,
      ),
    ],
    details: [
      table(
        [
          "scale",
          "backup, MB",
          "first backup, s",
          "the next, s",
          "restore until the first response, s",
          "project created, ms median / p95 / slowest",
          "during the first backup",
        ],
        [small, large].map((copies) => [
          String(copies.scale),
          copies.megabytes.toFixed(0),
          copies.first.toFixed(1),
          copies.second.toFixed(1),
          copies.restored.toFixed(1),
          writes(copies.quiet),
          writes(copies.meanwhile),
        ]),
      ),
    ],
  };
}
