import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { createLog } from "#server/platform/log.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { TestClient } from "../client.ts";

/** The environment that creates the first super admin of a drill. */
export const admin = { ADMIN_EMAIL: "chaos@example.org", ADMIN_PASSWORD: "correct horse battery" };

/** A client signed in as that super admin, as soon as the server allows it. */
export async function signedIn(origin: string): Promise<TestClient> {
  const client = new TestClient(origin);
  const body = { username_l: admin.ADMIN_EMAIL, password_l: admin.ADMIN_PASSWORD };
  await patiently(() => client.call("POST /api/login", { body }));
  return client;
}

/** Retries a call while a service is down; throws the last error after `forMs`. */
export async function patiently<T>(call: () => Promise<T>, forMs = 60_000): Promise<T> {
  for (const deadline = performance.now() + forMs; ; await pause(50)) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

/** Waits until the condition holds; throws after `forMs`. */
export async function until(holds: () => boolean | Promise<boolean>, forMs = 60_000): Promise<void> {
  for (const deadline = performance.now() + forMs; !(await holds()); await pause(20))
    if (performance.now() > deadline) throw new Error("What was waited for did not come.");
}

/** Runs with a temporary folder, removed afterwards, that a database started by root can access. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sitewalk-chaos-"));
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs with a database server that outlives the processes of the product. */
export function onDatabase<T>(work: (connection: pg.PoolConfig, folder: string) => Promise<T>): Promise<T> {
  return inFolder(async (root) => {
    const postgres = await startPostgres({ root, database: "sitewalk", log: createLog("warn") });
    try {
      return await work(postgres.connection, root);
    } finally {
      await postgres.stop();
    }
  });
}

/** The same connection in the form of `DATABASE_URL`. */
export function urlOf({ host = "localhost", port, user, password, database }: pg.PoolConfig): string {
  const secret = typeof password === "string" ? `:${encodeURIComponent(password)}` : "";
  const query = new URLSearchParams({ host, ...(port === undefined ? {} : { port: String(port) }) });
  return `postgres://${encodeURIComponent(user ?? "")}${secret}@/${database}?${query}`;
}
