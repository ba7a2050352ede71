import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { openDatabase } from "#server/platform/database.ts";
import { createLog } from "#server/platform/log.ts";
import { migrate, migrationLock } from "#server/platform/migrate.ts";
import { type CopiedTable, copyTable } from "./copy-rows.ts";
import { MoveRefused } from "./refused.ts";
import { restingRules } from "./resting-rules.ts";
import { checkTarget, prepareTarget } from "./target.ts";

export interface Moved {
  readonly tables: number;
  readonly rows: number;
}

const jobSchema = "pgboss";

/**
 * Copies an installation's database into an empty one of another server, in one transaction: the target holds either
 * everything or no row. The source is unchanged. A server that starts on the source meanwhile waits.
 * @throws MoveRefused while a server runs on the source, and for an unsuitable target
 */
export async function moveDatabase(
  from: pg.ClientConfig,
  to: pg.ClientConfig,
  onRows: (rows: number) => void = () => undefined,
): Promise<Moved> {
  const source = await open(from);
  try {
    await source.query("select pg_advisory_lock($1::bigint)", [migrationLock]);
    await refuseWhileServing(source);
    await source.query("select pg_advisory_unlock($1::bigint)", [migrationLock]);
    await bringUpToDate(from);
    await source.query("select pg_advisory_lock($1::bigint)", [migrationLock]);
    await refuseWhileServing(source);
    const target = await open(to);
    try {
      await checkTarget(target);
      await prepareTarget(to);
      await source.query("begin isolation level repeatable read read only");
      await target.query("begin");
      const moved = await copyAll(source, target, onRows);
      await target.query("commit");
      return moved;
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

async function open(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, application_name: "sitewalk move-database" });
  client.on("error", () => undefined);
  await client.connect();
  // Makes the text form of values mean the same on both sides.
  for (const [name, value] of [
    ["intervalstyle", "postgres"],
    ["datestyle", "iso"],
    ["timezone", "UTC"],
    ["extra_float_digits", "1"],
    ["bytea_output", "hex"],
  ])
    await client.query("select set_config($1, $2, false)", [name, value]);
  return client;
}

/** A connection that has just been closed is still listed for a moment. */
const GRACE_MS = 2000;

async function refuseWhileServing(source: pg.Client): Promise<void> {
  for (const end = performance.now() + GRACE_MS; ; await sleep(50)) {
    const { rows } = await source.query<{ n: number }>(`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
    if (rows[0]?.n === 0) return;
    if (performance.now() > end)
      throw new MoveRefused("Sitewalk is running on this database. Stop it, then move the database.");
  }
}

/** Gives both sides the same tables and columns. */
async function bringUpToDate(connection: pg.ClientConfig): Promise<void> {
  const { db, close } = openDatabase(connection, createLog("error"), { max: 1 });
  try {
    await migrate(db);
  } finally {
    await close();
  }
}

async function copyAll(source: pg.Client, target: pg.Client, onRows: (rows: number) => void): Promise<Moved> {
  const wake = await restingRules(target, jobSchema);
  const tables = await commonTables(source, target);
  for (const { to } of tables) await target.query(`delete from ${to}`);
  let rows = 0;
  for (const table of tables) rows += await copyTable(source, target, table, onRows);
  await setSequences(source, target);
  await wake();
  return { tables: tables.length, rows };
}

interface FoundTable {
  readonly whole: string;
  readonly name: string;
  readonly is_job: boolean;
  readonly columns: { name: string; type: string }[];
}

/** Tables with their writable columns, without partitions of others. */
async function readTables(client: pg.Client): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select format('%I.%I', nspname, relname) as whole, relname as name, nspname = $1 as is_job,
       (select jsonb_agg(jsonb_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod)) order by attnum)
         from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and (nspname = current_schema() or nspname = $1)
     order by nspname, relname`,
    [jobSchema],
  );
  return rows;
}

async function commonTables(source: pg.Client, target: pg.Client): Promise<CopiedTable[]> {
  const theirs = await readTables(target);
  return (await readTables(source)).map(({ whole, name, is_job, columns }) => {
    const same = theirs.find((table) => table.name === name && table.is_job === is_job);
    const types = new Map(same?.columns.map((column) => [column.name, column.type]));
    const lost = columns.find((column) => !types.has(column.name));
    if (same === undefined || lost !== undefined)
      throw new MoveRefused(`This version has no column for ${lost?.name ?? "the rows"} of ${whole}.`);
    return {
      from: whole,
      to: same.whole,
      columns: same.columns.filter(({ name }) => columns.some((one) => one.name === name)),
    };
  });
}

async function setSequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; is_job: boolean; value: string }>(
    `select sequencename as name, schemaname = $1 as is_job, last_value::text as value from pg_sequences
     where last_value is not null and (schemaname = current_schema() or schemaname = $1)`,
    [jobSchema],
  );
  for (const { name, is_job, value } of rows)
    await target.query(
      `select setval(format('%I.%I', case when $1 then $2 else current_schema() end, $3::text)::regclass, $4::bigint)`,
      [is_job, jobSchema, name, value],
    );
}
