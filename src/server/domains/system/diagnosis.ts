import { availableParallelism, freemem, loadavg, release, totalmem } from "node:os";
import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Download } from "#server/platform/http/download.ts";
import { type OverviewSources, readOverview } from "./overview.ts";

export interface DiagnosisSources extends OverviewSources {
  /** Names of settings and whether they are set; values of none but switches and numbers. */
  readonly settings: () => object;
}

/**
 * Everything that helps somebody who was asked for help, as a file: nothing of what people wrote, no names, no
 * addresses, no secrets. What the settings hold as text is told as being there or not.
 */
export async function writeDiagnosis(sources: DiagnosisSources): Promise<Download> {
  const overview = await readOverview(sources);
  const content = {
    made: overview.at,
    ...overview,
    outside: overview.outside.map(({ kind, trouble }) => ({ kind, trouble })),
    storage: { ...overview.storage, place: undefined },
    process: {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      system: release(),
      processors: availableParallelism(),
      load: loadavg(),
      memory: { total: totalmem(), free: freemem(), ...process.memoryUsage() },
      uptime_seconds: Math.round(process.uptime()),
    },
    settings: shapes(sources.settings()),
    tables: await tableFacts(sources.db),
    migrations: await migrations(sources.db),
  };
  const text = Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
  return {
    name: `sitewalk-diagnosis-${overview.at.slice(0, 10)}.json`,
    record: { action: "system.exported" },
    bytes: text.length,
    open: () => Readable.from([text]),
  };
}

const shapes = (settings: object) =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === "boolean" || typeof value === "number" ? value : isSet(value) ? "(set)" : "",
    ]),
  );

const isSet = (value: unknown) => value !== null && value !== undefined && value !== "";

async function tableFacts(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select relname as name, n_live_tup as rows, pg_total_relation_size(relid) as bytes, last_autovacuum
    from pg_stat_user_tables where schemaname in ('public', 'pgboss') order by bytes desc limit 60`.execute(
    db,
  );
  return rows;
}

async function migrations(db: Database): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
