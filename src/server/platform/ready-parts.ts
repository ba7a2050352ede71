import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { codeOf, isDiskFull } from "./error-code.ts";
import type { Jobs } from "./jobs/jobs.ts";
import { readMigrations } from "./migrate.ts";
import type { Nodes } from "./nodes.ts";
import type { Readiness } from "./readiness.ts";

export interface ReadyParts {
  readonly db: Database;
  readonly nodes: Pick<Nodes, "self" | "skewMs">;
  readonly jobs: Pick<Jobs, "isStarted">;
  /** A folder below the data folder, that is there. */
  readonly folder: string;
  /** Asks the object store for something; throws while it is away. */
  readonly askStore: () => Promise<unknown>;
}

/** Seconds by which a clock may differ from the database's: beyond that signatures of others are refused. */
export const mostSkew = 30;

/** Says what this process needs to be of use. */
export async function describeReadiness(readiness: Readiness, parts: ReadyParts): Promise<void> {
  const { db, nodes, jobs, folder, askStore } = parts;
  const wanted = Object.keys(await readMigrations());
  let hasStoreAnswered = false;

  readiness.add("database", async () => {
    await sql`select 1`.execute(db);
    return true;
  });
  // An older process is ready on a newer schema: it finds all of its own steps there, and more.
  readiness.add("schema", async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from kysely_migration where name = any(${wanted}::text[])`.execute(db);
    return rows[0]?.n === wanted.length;
  });
  // A full disk is no reason to leave: reading, signing in and deleting go on, and uploads are refused with 507. And a
  // store that was reached and is away for a while is away for everybody, who would all leave at once.
  readiness.add("storage", async () => {
    if (!hasStoreAnswered) await askStore();
    hasStoreAnswered = true;
    return isWritable(join(folder, `ready-${nodes.self}`));
  });
  readiness.add("queue", () => jobs.isStarted());
  readiness.add("clock", () => Math.abs(nodes.skewMs()) <= mostSkew * 1000);
}

async function isWritable(path: string): Promise<boolean> {
  try {
    await writeFile(path, "");
    await rm(path, { force: true });
    return true;
  } catch (error) {
    return isDiskFull(error) || ["EMFILE", "ENFILE"].includes(codeOf(error));
  }
}
