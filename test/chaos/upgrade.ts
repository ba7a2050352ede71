import { spawn } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { listMigrations, migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { loadSnapshot, readTable, type Snapshot, unpacked } from "../upgrade/rows.ts";
import type { Drill } from "./faults.ts";
import { killHard } from "./server-process.ts";

/**
 * For each migration since the last release: a process migrates and is killed within that step, at a random moment and
 * with its transaction held open as long as needed; then another start must finish, and every row be there.
 */
export const runUpgradeDrill: Drill = async ({ kills, random, say }) => {
  const root = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(root, 0o755);
  const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("silent") });
  const snapshot = unpacked(await readFile(join(import.meta.dirname, "../upgrade/2.1.json.gz")));
  const steps = (await listMigrations()).filter((name) => name > snapshot.migration);
  const perStep = Math.max(1, Math.round(kills / Math.max(1, steps.length)));
  const result = { kills: 0, stuck: 0, lost: 0, recoveryMs: [] as number[] };
  try {
    await makeTemplate(postgres.connection, snapshot);
    for (const step of steps)
      for (let round = 0; round < perStep; round += 1) {
        const database = `upgrade_${result.kills}`;
        await statement(postgres.connection, `create database ${database} template released`);
        const connection = { ...postgres.connection, database };
        const delay = Math.floor(random() * 60);
        await killWithin(connection, step, delay);
        result.kills += 1;
        const began = performance.now();
        const { isCurrent, lost } = await finish(connection, steps.at(-1) ?? "", snapshot);
        result.recoveryMs.push(Math.round(performance.now() - began));
        if (!isCurrent) result.stuck += 1;
        result.lost += lost;
        say(
          `killed ${delay} ms into ${step}: ${isCurrent ? "the next start finished it" : "STUCK"}, ${lost} rows lost`,
        );
        await statement(postgres.connection, `drop database ${database} with (force)`);
      }
    const rows = Object.values(snapshot.tables).reduce((sum, table) => sum + table.rows.length, 0);
    return [
      {
        fault: `kill -9 of the migrating process within each of ${steps.length} migrations`,
        times: result.kills,
        acknowledged: `${rows} rows of the previous version, each time`,
        lost: result.lost,
        wrong: { "not finished by the next start": result.stuck },
        backMs: result.recoveryMs,
      },
    ];
  } finally {
    await postgres.stop();
    await rm(root, { recursive: true, force: true });
  }
};

async function makeTemplate(server: pg.PoolConfig, snapshot: Snapshot): Promise<void> {
  await statement(server, "create database released template template0");
  const connection = { ...server, database: "released" };
  const { db, close } = openDatabase(connection, createLog("silent"), { max: 2 });
  await migrate(db, { upTo: snapshot.migration });
  await close();
  const client = new pg.Client(connection);
  await client.connect();
  await loadSnapshot(client, snapshot);
  await client.end();
}

/** Migrates in a process that reports the start of the step, and is killed `delay` milliseconds later. */
async function killWithin(connection: pg.PoolConfig, step: string, delay: number): Promise<void> {
  const script = join(import.meta.dirname, "migrating-process.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(connection), step], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve) => {
    child.stdout.once("data", () => resolve());
    child.once("exit", () => resolve());
  });
  await new Promise((resume) => setTimeout(resume, delay));
  await killHard(child);
}

/** Completes the migration, like the next start. */
async function finish(connection: pg.PoolConfig, newest: string, snapshot: Snapshot) {
  const { db, close } = openDatabase(connection, createLog("silent"), { max: 2 });
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await migrate(db, { patienceMs: 30_000 });
    const { rows } = await client.query<{ name: string }>("select max(name) as name from kysely_migration");
    let lost = 0;
    for (const [table, before] of Object.entries(snapshot.tables)) {
      const after = new Set((await readTable(client, table, before.columns)).rows.map(String));
      lost += before.rows.filter((row) => !after.has(String(row))).length;
    }
    return { isCurrent: rows[0]?.name === newest, lost };
  } finally {
    await client.end();
    await close();
  }
}

async function statement(connection: pg.PoolConfig, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
