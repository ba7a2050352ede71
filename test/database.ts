import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type DatabaseHandle, openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's database server, and the migrated database that each test file clones. */
    postgres: { connection: pg.PoolConfig; template: string };
  }
}

export interface TestDatabase extends DatabaseHandle {
  readonly connection: pg.PoolConfig;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** A fresh copy of the migrated template, for one test file: about 50 ms. */
export async function testDatabase(): Promise<TestDatabase> {
  const { connection: server, template } = inject("postgres");
  const database = `sitewalk_test_${randomBytes(6).toString("hex")}`;
  const admin = new pg.Client(server);
  await admin.connect();
  try {
    await cloneTemplate(admin, database, template);
  } finally {
    await admin.end();
  }
  const connection = { ...server, database };
  const handle = openDatabase(connection, createLog("silent"), { max: 8 });
  return {
    ...handle,
    connection,
    drop: async () => {
      await handle.close();
      const client = new pg.Client(server);
      await client.connect();
      await client.query(`drop database if exists ${database} with (force)`);
      await client.end();
    },
  };
}

/** A pool for a test's own use. Its database is dropped, or its server stopped, while connections are still closing. */
export function testPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(connection);
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}

/**
 * Copies the files: a run makes hundreds, and the WAL would hold each completely. Two files may clone at the same
 * moment, and a template in use by another clone refuses for an instant.
 */
async function cloneTemplate(admin: pg.Client, database: string, template: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await admin.query(`create database ${database} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      const isBusy = (error as { code?: string }).code === "55006";
      if (!isBusy || attempt === 50) throw error;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  }
}
