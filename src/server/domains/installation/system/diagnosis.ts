import { availableParallelism, freemem, loadavg, release, totalmem } from "node:os";
import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Database } from "#server/platform/database.ts";
import type { Download } from "#server/platform/http/download.ts";
import { type OverviewSources, readOverview } from "./overview.ts";

export interface DiagnosisSources extends OverviewSources {
  /** Names of settings and whether they are set; values only of switches and numbers. */
  readonly settings: () => object;
}

/**
 * Data for support, as a file: no user content, no names of people or machines, no addresses, no secrets. Text settings
 * are listed as set or not.
 */
export async function writeDiagnosis(sources: DiagnosisSources): Promise<Download> {
  const overview = await readOverview(sources);
  const content = {
    made: overview.at,
    ...overview,
    nodes: overview.nodes.map((node) => ({ ...node, name: undefined })),
    database: {
      ...overview.database,
      replicas: overview.database.replicas.map(({ lag_seconds }) => ({ lag_seconds })),
    },
    failed: overview.failed.map(nameless),
    storage: { ...overview.storage, place: undefined },
    backup: { ...overview.backup, failed: overview.backup.failed && nameless(overview.backup.failed) },
    mail: { ...overview.mail, trouble: overview.mail.trouble && nameless(overview.mail.trouble) },
    outside: overview.outside.map(({ kind, trouble }) => ({ kind, trouble: nameless(trouble) })),
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

/** Details that servers and libraries quote in errors: email recipients, hosts, file paths. */
const named: readonly (readonly [RegExp, string])[] = [
  [/[\w.+%-]+@[\w-]+(?:\.[\w-]+)*/g, "[mail address]"],
  [/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>]+/gi, "[address]"],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONN[A-Z]+|EHOSTUNREACH|ETIMEDOUT)\s+[\w.:-]+/g, "$1 [host]"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "[address]"],
  [/(?:\/[\w.@+-]+){2,}/g, "[path]"],
];

const nameless = <T extends { readonly reason: string }>(trouble: T): T => ({
  ...trouble,
  reason: named.reduce((words, [pattern, stand]) => words.replaceAll(pattern, stand), trouble.reason),
});

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
    from pg_stat_user_tables where schemaname in (current_schema(), 'pgboss') order by bytes desc limit 60`.execute(
    db,
  );
  return rows;
}

async function migrations(db: Database): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
