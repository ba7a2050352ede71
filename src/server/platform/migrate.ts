import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Migrator } from "kysely/migration";
import type { Database } from "./database.ts";

const folder = join(import.meta.dirname, "../../../migrations");

/**
 * Brings the schema up to date. Several nodes may start at once: the migrator takes an advisory lock, the losers
 * wait and find nothing left to do.
 */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: readMigrations } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

async function readMigrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".ts")).toSorted();
  const entries = names.map(
    async (name) => [name.replace(/\.ts$/, ""), await import(join(folder, name))] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
