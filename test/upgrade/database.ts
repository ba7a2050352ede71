import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type DatabaseHandle, openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";

export interface EmptyDatabase extends DatabaseHandle {
  readonly connection: pg.PoolConfig;
  /** A connection of its own, for raw statements. */
  readonly client: pg.Client;
  drop(): Promise<void>;
}

/** A database without tables, unlike those of the other tests. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { connection: server } = inject("postgres");
  const database = `sitewalk_upgrade_${randomBytes(6).toString("hex")}`;
  await statement(server, `create database ${database} template template0`);
  const connection = { ...server, database };
  const handle = openDatabase(connection, createLog("silent"), { max: 4 });
  const client = new pg.Client(connection);
  await client.connect();
  return {
    ...handle,
    connection,
    client,
    async drop() {
      await client.end();
      await handle.close();
      await statement(server, `drop database if exists ${database} with (force)`);
    },
  };
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
