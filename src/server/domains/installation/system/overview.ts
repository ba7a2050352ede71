import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { SystemOverview } from "#contract/system.ts";
import type { Ffmpeg } from "#server/media/index.ts";
import type { Database } from "#server/platform/database.ts";
import type { FailedJob } from "#server/platform/jobs/failed-jobs.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Nodes } from "#server/platform/nodes.ts";
import { mostSkew } from "#server/platform/ready-parts.ts";
import { replicaLags } from "#server/platform/replica-lag.ts";
import { mailFailure, outsideFailures } from "./service-failures.ts";

export interface OverviewSources {
  readonly db: Database;
  readonly version: string;
  readonly ffmpeg: Pick<Ffmpeg, "version">;
  readonly jobs: Pick<Jobs, "queues" | "failed">;
  readonly nodes: Pick<Nodes, "alive" | "skewMs">;
  readonly dataDir: string;
  /** Location of the objects. */
  readonly storage: Pick<SystemOverview["storage"], "kind" | "place">;
  /** The newest complete one, and the newest failure after it. */
  readonly backups: () => Promise<{
    readonly last: { readonly at: Date; readonly bytes: number } | null;
    readonly failed: { readonly at: Date; readonly problem: string } | null;
  }>;
  readonly isMailOn: () => boolean;
}

/** Status of the installation, as seen by the responding process. */
export async function readOverview(sources: OverviewSources): Promise<SystemOverview> {
  const { db, version, jobs, nodes } = sources;
  const [facts, replicas, queues, failed, disk, backup, trouble, outside, ffmpeg, search] = await Promise.all(
    [
      databaseFacts(db),
      replicaLags(db),
      jobs.queues(),
      jobs.failed(),
      statfs(sources.dataDir),
      sources.backups(),
      mailFailure(db),
      outsideFailures(db),
      sources.ffmpeg.version(),
      searchFacts(db),
    ],
  );
  const { now, ...database } = facts;
  const skew = nodes.skewMs() / 1000;
  return {
    at: now.toISOString(),
    version,
    nodes: nodes.alive().map(({ id, name, role, isSelf, ...node }) => ({
      id,
      name,
      role,
      version: node.version,
      started_at: node.started_at.toISOString(),
      seen_at: node.seen_at.toISOString(),
      is_self: isSelf,
    })),
    clock: { skew_seconds: Math.round(skew * 10) / 10, is_right: Math.abs(skew) <= mostSkew },
    database: { ...database, replicas },
    queues: queues.map(({ oldest, ...queue }) => ({ ...queue, oldest_seconds: Math.round(oldest) })),
    failed: failed.map(shownJob),
    storage: {
      ...sources.storage,
      free_bytes: disk.bavail * disk.bsize,
      total_bytes: disk.blocks * disk.bsize,
    },
    backup: {
      last: backup.last && { at: backup.last.at.toISOString(), bytes: backup.last.bytes },
      failed: backup.failed && {
        at: backup.failed.at.toISOString(),
        reason: backup.failed.problem.slice(0, 300),
      },
    },
    mail: { is_on: sources.isMailOn(), trouble },
    outside,
    media: { ffmpeg },
    search,
  };
}

const shownJob = ({ at, ...job }: FailedJob) => ({ ...job, at: at.toISOString() });

async function databaseFacts(db: Database) {
  const asked = performance.now();
  await sql`select 1`.execute(db);
  const milliseconds = Math.round((performance.now() - asked) * 10) / 10;
  const { rows } = await sql<{
    now: Date;
    version: string;
    bytes: number;
    connections: number;
    connections_max: number;
  }>`select clock_timestamp() as now, current_setting('server_version') as version,
       pg_database_size(current_database()) as bytes,
       (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
       current_setting('max_connections')::int as connections_max`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error("The database returned no facts about itself.");
  return { ...facts, milliseconds };
}

async function searchFacts(db: Database): Promise<SystemOverview["search"]> {
  const { rows } = await sql<SystemOverview["search"]>`
    select show_trgm('برج') <> '{}' as knows_arabic,
      -- Of a small table nothing is known before it is analysed, and counting it costs nothing.
      (select case when c.reltuples >= 10000 then c.reltuples::bigint
         else (select count(*) from (select from search_items limit 20000) few) end
       from pg_class c where c.oid = 'search_items'::regclass) as entries`.execute(db);
  return rows[0] ?? { knows_arabic: true, entries: 0 };
}
