import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { codeOf, isDiskFull } from "./error-code.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import { listMigrations } from "./migrate.ts";
import type { Nodes } from "./nodes.ts";
import type { Readiness } from "./readiness.ts";
import { missingFromSchema, readSchemaFile } from "./schema.ts";

export interface ReadyParts {
  readonly db: Database;
  readonly nodes: Pick<Nodes, "self" | "skewMs">;
  readonly jobs: Pick<Jobs, "isStarted">;
  /** An existing folder below the data folder. */
  readonly folder: string;
  /** Queries the object store; throws while it is unreachable. */
  readonly askStore: () => Promise<unknown>;
  readonly log: Pick<Log, "error">;
}

/** Seconds by which a clock may differ from the database's: beyond that signatures of other nodes are refused. */
export const mostSkew = 30;

/** Registers the parts that this process needs to be ready. */
export async function describeReadiness(readiness: Readiness, parts: ReadyParts): Promise<void> {
  const { db, nodes, jobs, folder, askStore } = parts;
  let hasStoreAnswered = false;

  readiness.add("database", async () => {
    await sql`select 1`.execute(db);
    return true;
  });
  readiness.add("schema", await createSchemaCheck(parts));
  // A full disk is no reason to become not ready: reading, signing in and deleting continue, and uploads are refused
  // with 507. And a store that was reached and is unreachable for a while is unreachable for all nodes, which would all
  // become not ready at once.
  readiness.add("storage", async () => {
    if (!hasStoreAnswered) await askStore();
    hasStoreAnswered = true;
    return isWritable(join(folder, `ready-${nodes.self}`));
  });
  readiness.add("queue", () => jobs.isStarted());
  readiness.add("clock", () => Math.abs(nodes.skewMs()) <= mostSkew * 1000);
}

/**
 * True while the database has what our migrations create. An older process is ready on a newer schema: it finds all of
 * its own steps there, and more; it cannot judge which of the tables a newer version has removed.
 */
async function createSchemaCheck({ db, log }: ReadyParts): Promise<() => Promise<boolean>> {
  const wanted = await listMigrations();
  const newest = wanted.at(-1) ?? "";
  const names = await readSchemaFile();
  let logged = "";
  return async () => {
    const { rows } = await sql<{ known: number; newer: number }>`
      select count(*) filter (where name = any(${wanted}::text[]))::int as known,
        count(*) filter (where name > ${newest})::int as newer from kysely_migration`.execute(db);
    if (rows[0]?.known !== wanted.length) return false;
    if (rows[0].newer > 0) return true;
    const missing = await missingFromSchema(db, names);
    const text = missing.join(", ");
    if (text !== logged && text !== "")
      log.error(
        { missing },
        "schema: tables or columns of the migrations are missing; restore the database again",
      );
    logged = text;
    return missing.length === 0;
  };
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
