/**
 * Drill: the database server is killed with SIGKILL, repeatedly, under writers that never pause. Every acknowledged
 * write must be there afterwards, and the same addresses must respond again without intervention. Run alone: `node
 * test/chaos/postgres-kill.ts [rounds]`.
 */
import { randomInt } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "pg";
import { startPostgres } from "#server/platform/postgres/index.ts";

export interface KillReport {
  rounds: number;
  /** Writes acknowledged by the database. */
  acknowledged: number;
  /** Acknowledged writes that are not in the table: must be 0. */
  lost: number;
  /** Keys found more than once: must be 0. */
  duplicates: number;
  /** From each kill to the first response of the next server, milliseconds. */
  outages: number[];
}

const WRITERS = 8;
const silent = { info: () => undefined, warn: () => undefined };

/** Half of the rounds kill only the postmaster, half every process of the server at once. */
export async function killPostgresUnderWriters(rounds: number): Promise<KillReport> {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  await chmod(root, 0o755);
  const running = await startPostgres({ root, database: "chaos", log: silent });
  const pool = new Pool({ ...running.connection, max: WRITERS + 1 });
  pool.on("error", () => undefined);
  try {
    await pool.query("CREATE TABLE written (writer int, step int, PRIMARY KEY (writer, step))");
    return await drill(pool, root, rounds);
  } finally {
    await pool.end();
    await running.stop();
    await rm(root, { recursive: true, force: true });
  }
}

async function drill(pool: Pool, root: string, rounds: number): Promise<KillReport> {
  const ending = new AbortController();
  const writers = Array.from({ length: WRITERS }, (_, writer) => write(pool, writer, ending.signal));
  const outages: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(randomInt(200, 800));
    const former = await startedAt(pool);
    await kill(root, round % 2 === 1);
    const since = performance.now();
    await untilAnotherAnswers(pool, former);
    outages.push(Math.round(performance.now() - since));
  }
  ending.abort();
  const acknowledged = await Promise.all(writers);
  return { rounds, outages, ...(await compare(pool, acknowledged)) };
}

/** Writes rising numbers until stopped; returns those the database confirmed. */
async function write(pool: Pool, writer: number, ending: AbortSignal): Promise<Set<number>> {
  const confirmed = new Set<number>();
  for (let step = 0; !ending.aborted; step++) {
    const answered = await pool.query("INSERT INTO written VALUES ($1, $2)", [writer, step]).then(
      () => true,
      () => false,
    );
    if (answered) confirmed.add(step);
    else await sleep(50); // whether that one was written is unknown: it counts neither way
  }
  return confirmed;
}

async function kill(root: string, everything: boolean): Promise<void> {
  const postmaster = Number.parseInt(await readFile(join(root, "data", "postmaster.pid"), "utf8"), 10);
  const victims = everything ? [postmaster, ...(await childrenOf(postmaster))] : [postmaster];
  for (const pid of victims) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      continue; // it ended with its parent
    }
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const text = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    if (text.slice(text.lastIndexOf(")") + 4).startsWith(`${parent} `)) children.push(Number(name));
  }
  return children;
}

/** Backends of a killed postmaster continue to respond for a moment: only another server's response counts. */
async function untilAnotherAnswers(pool: Pool, former: string): Promise<void> {
  for (const limit = Date.now() + 60_000; Date.now() < limit; await sleep(10)) {
    const answered = await startedAt(pool).catch(() => former);
    if (answered !== former) return;
  }
  throw new Error("the database did not come back within a minute");
}

async function startedAt(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>("SELECT pg_postmaster_start_time()::text AS at");
  return rows[0]?.at ?? "";
}

async function compare(
  pool: Pool,
  confirmed: Set<number>[],
): Promise<Pick<KillReport, "acknowledged" | "lost" | "duplicates">> {
  const { rows } = await pool.query<{ writer: number; step: number }>("SELECT writer, step FROM written");
  const found = new Set(rows.map(({ writer, step }) => `${writer}:${step}`));
  const keys = confirmed.flatMap((steps, writer) => [...steps].map((step) => `${writer}:${step}`));
  const lost = keys.filter((key) => !found.has(key)).length;
  return { acknowledged: keys.length, lost, duplicates: rows.length - found.size };
}

if (import.meta.main) {
  const report = await killPostgresUnderWriters(Number(process.argv[2] ?? 10));
  console.log(JSON.stringify(report));
  if (report.lost + report.duplicates > 0) process.exitCode = 1;
}
