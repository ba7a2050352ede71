import { rm, statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { runBackupProcess } from "#test/chaos/backup-process.ts";
import { freePort, type ServerProcess, startServer, stopGently } from "#test/chaos/server-process.ts";
import { connectionOf } from "../api/seed.ts";
import { sizeOfFolder } from "../lib/folder-size.ts";
import { amountFigure, type Figure, ratioFigure, table } from "../lib/report.ts";
import { percentile } from "../lib/stats.ts";
import { callProject, targets } from "./measure.ts";
import type { Seeded } from "./seed.ts";

/** Of the server before and after. */
export const settings = {
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

/** Folders on one disk. */
interface Places {
  readonly dataDir: string;
  readonly backups: string;
  readonly restored: string;
}

/** A backup of the running server, and the restore of it. */
export interface Copies {
  /** Size of the backup. */
  readonly megabytes: number;
  /** Seconds of the first backup, and from an empty folder to the first response. */
  readonly first: number;
  readonly restored: number;
  /** Seconds of a backup right after the first; undefined where the disk has no room for a third copy. */
  readonly second: number | undefined;
  /** Milliseconds of a call that creates a project: before the backups, and while the first is made. */
  readonly quiet: readonly number[];
  readonly meanwhile: readonly number[];
}

/** Room for WAL and other files beside the copies, in bytes. */
const SLACK = 3e9;

/**
 * Backs up the server twice, the first time while projects are created, ends it, deletes its data folder, restores the
 * newest backup and starts it. The folder is deleted first, so that the disk holds two copies of the data and not three.
 * Where it has room for two only, the second backup is left out; for one only, everything is, and undefined returned.
 * Throws if a table comes back with another number of rows.
 */
export async function measureCopies(
  { origin, child }: ServerProcess,
  seeded: Seeded,
  { dataDir, backups, restored }: Places,
): Promise<Copies | undefined> {
  const { bavail, bsize } = await statfs(dataDir);
  const room = Math.floor((bavail * bsize - SLACK) / (await sizeOfFolder(dataDir)));
  if (room < 1) return undefined;
  const connection = await connectionOf(dataDir);
  const quiet = await createProjects(origin, seeded, (calls) => calls < QUIET);
  const before = await countRows(connection);
  let isMaking = true;
  const writing = createProjects(origin, seeded, () => isMaking);
  const making = run(["backup", backups, "--data", dataDir]).finally(() => {
    isMaking = false;
  });
  const [first, meanwhile] = await Promise.all([making, writing]);
  const second = room < 2 ? undefined : await run(["backup", backups, "--data", dataDir, "--keep", "1"]);
  const after = await countRows(connection);
  await stopGently(child);
  await rm(dataDir, { recursive: true, force: true });
  const megabytes = (await sizeOfFolder(backups)) / 1e6;
  const copy = await restore(backups, restored);
  // A first backup contains some of the projects created meanwhile.
  const least = second === undefined ? before : after;
  const changed = counted.filter((name) => {
    const rows = copy.rows.get(name) ?? 0;
    return rows < (least.get(name) ?? 0) || rows > (after.get(name) ?? 0);
  });
  if (changed.length > 0) throw new Error(`The restore has another number of ${changed.join(", ")}.`);
  return { megabytes, first, second, restored: copy.seconds, quiet, meanwhile };
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

export const copiesMethod = `\`npm run backup\` and \`npm run restore\` at the end: projects are created while the first backup is made, one every ${PAUSE} ms at most; the second follows at once, where the disk has room for three copies of the data. The restore begins in an empty folder and ends with the first response of the server, in which every large table has as many rows as before.`;

export function copiesFigures(small: Copies, large: Copies): Figure[] {
  const growth = (of: (copies: Copies) => number) =>
    perGigabyte(of(large), large) / perGigabyte(of(small), small);
  return [
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
  ];
}

export function copiesTable(rows: readonly { readonly scale: number; readonly copies: Copies }[]): string {
  const writes = (times: readonly number[]) =>
    [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)]
      .map((ms) => ms.toFixed(0))
      .join(" / ");
  return table(
    [
      "scale",
      "backup, MB",
      "first backup, s",
      "the next, s",
      "restore until the first response, s",
      "project created, ms median / p95 / slowest",
      "during the first backup",
    ],
    rows.map(({ scale, copies }) => [
      String(scale),
      copies.megabytes.toFixed(0),
      copies.first.toFixed(1),
      copies.second?.toFixed(1) ?? "no room",
      copies.restored.toFixed(1),
      writes(copies.quiet),
      writes(copies.meanwhile),
    ]),
  );
}
