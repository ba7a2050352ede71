/**
 * `npm run move-database -- --to <url> [--data <folder>]`: copies the embedded database into an empty one of another
 * PostgreSQL. The packages of the embedded one bring neither `pg_dump` nor `psql`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { showProgress } from "../backup/progress.ts";
import { readConfig } from "../config.ts";
import { secretOfInstallation } from "../platform/installation.ts";
import { PostgresRefused, startPostgres } from "../platform/postgres/index.ts";
import { moveDatabase } from "./move-database.ts";
import { MoveRefused } from "./refused.ts";

const usage = `
  npm run move-database -- --to postgres://user:password@host/database [--data <data folder>]
      copies the embedded database into an empty database on another PostgreSQL server, while Sitewalk is stopped
`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const options = { to: { type: "string" }, data: { type: "string" } } as const;
  const { to, data } = parseArgs({ options }).values;
  if (to === undefined || !/^postgres(?:ql)?:\/\//.test(to)) throw new MoveRefused(usage);
  const { dataDir, APP_KEY } = readConfig({ ...process.env, ...(data !== undefined && { DATA_DIR: data }) });
  await secretOfInstallation({ dataDir, APP_KEY, DATABASE_URL: "" }, MoveRefused);
  const log = { info: () => undefined, warn: say };
  const embedded = await startPostgres({ root: join(dataDir, "postgres"), database: "sitewalk", log });
  const show = showProgress();
  try {
    let copied = 0;
    const began = performance.now();
    const target = { connectionString: to };
    const { tables, rows } = await moveDatabase(embedded.connection, target, (more) =>
      show.tell(`${(copied += more)} rows`),
    );
    show.end();
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    say(`${rows} rows of ${tables} tables were copied to the new database and compared, in ${seconds} s.`);
    say("Next: set DATABASE_URL in .env to the new database and run npm start.");
    say(
      `${join(dataDir, "postgres")} is unchanged. Delete it once everything works; keep the rest of ${dataDir}.`,
    );
  } finally {
    show.end();
    await embedded.stop();
  }
}

try {
  await main();
} catch (error) {
  const isExpected =
    error instanceof MoveRefused ||
    error instanceof PostgresRefused ||
    error instanceof pg.DatabaseError ||
    (error instanceof Error && ("code" in error || error.message.startsWith("The configuration")));
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error);
  process.stderr.write(`\nsitewalk: ${text}\n\n`);
  process.exitCode = 1;
}
