import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Client } from "pg";
import type { PgConnection } from "#server/platform/postgres/index.ts";
import { copyDatabase } from "./base-copy.ts";
import { copyHashed } from "./hashed-copy.ts";
import type { Manifest } from "./manifest.ts";

/**
 * Files that a backup does not share with others: the database, the key, and accompanying files. Records the copied
 * files.
 * @param target a folder of this backup alone
 */
export function createOwnFiles(dataDir: string, target: string) {
  const files: Manifest["files"] = [];
  const folders: string[] = [];
  const copy = async (path: string) => {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 });
    files.push({ path, ...(await copyHashed(join(dataDir, path), join(target, path))) });
  };
  return {
    files,
    folders,
    copy,
    async copyDatabase(connection: PgConnection, onFile: (bytes: number) => void) {
      const data = "postgres/data";
      await mkdir(join(target, data), { recursive: true, mode: 0o700 });
      const made = await copyDatabase(connection, join(dataDir, data), join(target, data), onFile);
      files.push(...made.files.map((file) => ({ ...file, path: `${data}/${file.path}` })));
      folders.push(data, ...made.folders.map((path) => `${data}/${path}`));
      await copy("postgres/secret");
    },
  };
}

/** Facts about the database for the manifest; nulls without one. */
export interface DatabaseFacts {
  readonly schema: string | null;
  readonly postgres: string | null;
}

export const noFacts: DatabaseFacts = { schema: null, postgres: null };

/** Queries the running database for its schema and PostgreSQL version. */
export async function askDatabase(connection: PgConnection): Promise<DatabaseFacts> {
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    const version = await client.query<{ text: string }>("select current_setting('server_version') as text");
    // A database that was never served has no migrations.
    const newest = await client
      .query<{ name: string }>("select name from kysely_migration order by name desc limit 1")
      .catch(() => undefined);
    return { schema: newest?.rows[0]?.name ?? null, postgres: version.rows[0]?.text ?? null };
  } finally {
    await client.end();
  }
}
