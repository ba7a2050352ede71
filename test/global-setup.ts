import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
// Declares the jobs of every domain.
import "#server/work.ts";
import { type Database, openDatabase } from "#server/platform/database.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { forgetCrashes } from "./forget-crashes.ts";

/**
 * One database server per run: the embedded one in a temporary folder, or the one of `TEST_DATABASE_URL` (its user must
 * be allowed to create databases). Migrations run once, and the job queues are created once, in a template that every
 * test file clones.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Each of the projects that need it calls this; they share the first one's.
  const shared = globalThis as { sitewalkPostgres?: Promise<Prepared> };
  const isFirst = shared.sitewalkPostgres === undefined;
  shared.sitewalkPostgres ??= prepare();
  const { connection, template, stop } = await shared.sitewalkPostgres;
  project.provide("postgres", { connection, template });
  return isFirst ? stop : async () => {};
}

interface Prepared {
  readonly connection: pg.PoolConfig;
  readonly template: string;
  stop(): Promise<void>;
}

async function prepare(): Promise<Prepared> {
  const server = await openServer(process.env["TEST_DATABASE_URL"]);
  const template = `sitewalk_template_${randomBytes(4).toString("hex")}`;
  await statement(server.connection, `create database ${template} template template0`);
  const connection = { ...server.connection, database: template };
  const handle = openDatabase(connection, createLog("warn"), { max: 2 });
  try {
    await migrate(handle.db);
    await makeQueues(handle.db, connection);
  } catch (error) {
    await handle.close();
    await server.stop();
    throw error;
  }
  await handle.close();
  return {
    connection: server.connection,
    template,
    stop: async () => {
      await statement(server.connection, `drop database if exists ${template} with (force)`);
      await server.stop();
    },
  };
}

/** As in the first start of the product, which would cost each file more than most of its tests. */
async function makeQueues(db: Database, connection: pg.PoolConfig): Promise<void> {
  const log = createLog("warn");
  const jobs = createJobs({ connection, signals: createSignals({ db, connection, log }), log, works: false });
  await jobs.start();
  await jobs.stop();
}

async function openServer(
  url: string | undefined,
): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  if (url !== undefined && url !== "") {
    const { username, password, hostname, port, pathname } = new URL(url);
    const connection = {
      host: decodeURIComponent(hostname),
      port: Number(port === "" ? 5432 : port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    };
    return { connection, stop: async () => {} };
  }
  const root = await mkdtemp(join(tmpdir(), "sitewalk-test-"));
  // Started by root, the database runs under another account, which needs access to this folder.
  await chmod(root, 0o755);
  const running = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
  await forgetCrashes(running.connection);
  return {
    connection: running.connection,
    stop: async () => {
      await running.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

async function statement(connection: pg.PoolConfig, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(text);
  await client.end();
}
