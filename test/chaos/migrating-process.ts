/**
 * A start that will be killed: `node migrating-process.ts <connection> <step>` applies all migrations before the step,
 * prints a message, and continues with the step.
 */
import type pg from "pg";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { listMigrations, migrate } from "#server/platform/migrate.ts";

const [, , connection = "", step = ""] = process.argv;
const { db, close } = openDatabase(JSON.parse(connection) as pg.PoolConfig, createLog("silent"), { max: 2 });
const before = (await listMigrations()).findLast((name) => name < step);
if (before !== undefined) await migrate(db, { upTo: before });
process.stdout.write(`before ${step}\n`);
await migrate(db, { upTo: step });
await close();
