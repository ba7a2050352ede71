/**
 * Writes `migrations/schema.json`: the names of everything the migrations create, by which `/api/ready` detects that a
 * restore left something out. `npm run schema`, after a migration that adds a table, a function or a trigger.
 */
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { startPostgres } from "#server/platform/postgres/index.ts";
import { readSchemaNames, schemaFile } from "#server/platform/schema.ts";

const log = createLog("warn");
const root = await mkdtemp(join(tmpdir(), "sitewalk-schema-"));
// When started by root, the database runs as another account, which must be able to enter.
await chmod(root, 0o755);
const server = await startPostgres({ root, database: "sitewalk", log });
const { db, close } = openDatabase(server.connection, log, { max: 2 });
try {
  await migrate(db);
  const names = await readSchemaNames(db);
  await writeFile(schemaFile, `${JSON.stringify(names, null, 2)}\n`);
  const count = Object.values(names).reduce((sum, list: readonly string[]) => sum + list.length, 0);
  process.stdout.write(`migrations/schema.json: ${count} names.\n`);
} finally {
  await close();
  await server.stop();
  await rm(root, { recursive: true, force: true });
}
