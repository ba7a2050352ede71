import { connect as openSocket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { codeOf } from "../error-code.ts";
import { isAlive } from "./process-table.ts";
import type { PgConnection } from "./types.ts";

/** 57P03: starting up, shutting down or in recovery. The others: the socket does not exist yet, or no longer does. */
const NOT_YET = new Set(["57P03", "ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"]);

/** Opens one connection for `work` and closes it again. */
export async function withClient<T>(
  connection: PgConnection,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined); // a server that ends in between also makes `work` fail
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export interface ServerFacts {
  version: string;
  dataDirectory: string;
}

/** A server that lives but has had no socket file for this long lost it, to a cleaner of /tmp for example. */
const NO_SOCKET_MS = 5_000;

/**
 * Waits until the server with `pid` responds, however long its recovery takes; undefined when it ends instead.
 * @throws the connection error when the password is wrong (28P01) or the socket is permanently gone (ENOENT).
 */
export async function waitForServer(connection: PgConnection, pid: number): Promise<ServerFacts | undefined> {
  const noSocketUntil = Date.now() + NO_SOCKET_MS;
  for (;;) {
    try {
      return await withClient({ ...connection, database: "postgres" }, readFacts);
    } catch (error) {
      const unfinished = error instanceof Error && error.message.startsWith("Connection terminated");
      if (!unfinished && !NOT_YET.has(codeOf(error))) throw error;
      if (codeOf(error) === "ENOENT" && Date.now() > noSocketUntil) throw error;
    }
    if (!isAlive(pid)) return undefined;
    await sleep(20);
  }
}

async function readFacts(client: Client): Promise<ServerFacts> {
  const { rows } = await client.query<{ version: string; data: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('data_directory') AS data",
  );
  return { version: rows[0]?.version ?? "", dataDirectory: rows[0]?.data ?? "" };
}

/** Creates the application's database when missing; template0 brings the encoding and locale given to initdb. */
export async function ensureDatabase(connection: PgConnection): Promise<void> {
  await withClient({ ...connection, database: "postgres" }, async (client) => {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [connection.database]);
    if (found.rowCount) return;
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(connection.database)} TEMPLATE template0`);
  });
}

/** True when a process listens on the Unix socket at `path`. */
export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = openSocket(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
