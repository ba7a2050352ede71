import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";

/**
 * One database server per run: the embedded one in a temporary folder, or the one that `TEST_DATABASE_URL` names
 * (its user must be allowed to create databases). Migrations run once, into a template that every test file clones.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer(process.env["TEST_DATABASE_URL"]);
  const template = `sitewalk_template_${randomBytes(4).toString("hex")}`;
  await statement(server.connection, `create database ${template} template template0`);
  const handle = openDatabase({ ...server.connection, database: template }, createLog("warn"), { max: 2 });
  try {
    await migrate(handle.db);
  } catch (error) {
    await handle.close();
    await server.stop();
    throw error;
  }
  await handle.close();
  project.provide("postgres", { connection: server.connection, template });
  return async () => {
    await statement(server.connection, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
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
  // Started by root, the database runs as another account, which must be able to pass through.
  await chmod(root, 0o755);
  const running = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
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
