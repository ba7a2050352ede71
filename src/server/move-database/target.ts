import type pg from "pg";
import { openDatabase } from "#server/platform/database.ts";
import { createSignals } from "#server/platform/events/signals.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate } from "#server/platform/migrate.ts";
import { MoveRefused } from "./refused.ts";
// Declares the jobs of every domain, each of which has a queue.
import "#server/work.ts";

/** PostgreSQL 15: the oldest that the migrations run on. */
const OLDEST = 150_000;

/** @throws MoveRefused for a server or a database that an installation cannot be moved to */
export async function checkTarget(client: Pick<pg.Client, "query">): Promise<void> {
  const { rows } = await client.query<{
    number: number;
    version: string;
    encoding: string;
    letters: string;
  }>(`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding,
      (select datctype from pg_database where datname = current_database()) as letters`);
  const [server] = rows;
  if (server === undefined || server.number < OLDEST)
    throw new MoveRefused(`The server is PostgreSQL ${server?.version}. Version 15 or newer is required.`);
  if (server.encoding !== "UTF8")
    throw new MoveRefused(`The database has the encoding ${server.encoding}. Create one with UTF8.`);
  // Trigrams of Arabic words are empty with C, so an Arabic search finds nothing.
  if (["C", "POSIX"].includes(server.letters))
    throw new MoveRefused(
      `The database has LC_CTYPE ${server.letters}, which cannot search Arabic text. Create one with LC_CTYPE 'C.UTF-8'.`,
    );
  const present = await client.query<{ tables: number; has_users: boolean }>(`
    select count(*)::int as tables, coalesce(bool_or(relname = 'users'), false) as has_users from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`);
  if (present.rows[0]?.tables === 0) return;
  // An interrupted move leaves our tables, all of them empty.
  const isLeftOver =
    present.rows[0]?.has_users === true &&
    (await client.query("select 1 from users limit 1")).rows.length === 0;
  if (!isLeftOver) throw new MoveRefused("The database is not empty. Create one for Sitewalk alone.");
}

/** Creates the tables and the job queues, as the first start of the product does. */
export async function prepareTarget(connection: pg.PoolConfig): Promise<void> {
  const log = createLog("error");
  const { db, close } = openDatabase(connection, log, { max: 2 });
  try {
    await migrate(db);
    const jobs = createJobs({
      connection,
      signals: createSignals({ db, connection, log }),
      log,
      works: false,
    });
    await jobs.start();
    await jobs.stop();
  } finally {
    await close();
  }
}
