import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { migrationFolder } from "#server/platform/migrate.ts";

/** SHA-256 of every released migration, by name. `npm run release-migrations` extends it. */
export const releasedFile = join(migrationFolder, "released.json");

export type ReleasedMigrations = Readonly<Record<string, string>>;

export const readReleased = async (): Promise<ReleasedMigrations> =>
  JSON.parse(await readFile(releasedFile, "utf8").catch(() => "{}")) as ReleasedMigrations;

/** SHA-256 of the current files. */
export async function hashMigrations(): Promise<Record<string, string>> {
  const names = (await readdir(migrationFolder)).filter((name) => name.endsWith(".ts")).toSorted();
  const hashes = names.map(async (name) => {
    const text = await readFile(join(migrationFolder, name));
    return [name.replace(/\.ts$/, ""), createHash("sha256").update(text).digest("hex")] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}
