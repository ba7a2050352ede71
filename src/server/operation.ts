import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { lastBackup } from "./backup/last-backup.ts";
import type { Config } from "./config.ts";
import type { RunningEngine } from "./live/index.ts";
import type { ObjectStore } from "./media/store.ts";
import type { Database } from "./platform/database.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import { createMetrics, type Metrics } from "./platform/metrics.ts";
import { startMetricsServer } from "./platform/metrics-server.ts";
import type { Nodes } from "./platform/nodes.ts";
import { describeProcess } from "./platform/process-metrics.ts";
import { createReadiness, type Readiness } from "./platform/readiness.ts";
import { describeReadiness } from "./platform/ready-parts.ts";

/** Information for operators of this installation: metrics, and whether this process is ready. */
export interface Operation {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

export const createOperation = (): Operation => ({ metrics: createMetrics(), readiness: createReadiness() });

export interface WatchOptions extends Operation {
  readonly config: Config;
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly nodes: Nodes;
  readonly jobs: Jobs;
  readonly store: Pick<ObjectStore, "stat">;
  readonly live: Pick<RunningEngine, "carried">;
  readonly version: string;
  readonly log: Log;
}

/**
 * Describes the process, and opens the port for probes, before there is anything to be ready for. Returns how to close
 * it.
 */
export async function watch(options: WatchOptions): Promise<() => Promise<void>> {
  const { config, metrics, readiness, db, nodes, jobs, store } = options;
  await describeReadiness(readiness, {
    db,
    nodes,
    jobs,
    folder: join(config.dataDir, "media"),
    askStore: () => store.stat("ready/asked"),
    log: options.log,
  });
  if (config.METRICS_PORT === 0) return async () => undefined;
  describeProcess(metrics, { ...options, dataDir: config.dataDir, role: config.ROLE });
  describeWork(options);
  const door = await startMetricsServer({
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics,
    readiness,
    isAlive: () => sql`select 1`.execute(db),
  });
  return () => door.close();
}

function describeWork({ metrics, readiness, db, live }: WatchOptions): void {
  const ready = metrics.gauge({ name: "sitewalk_ready", help: "1 while this process can do its work." });
  const uploads = metrics.gauge({
    name: "sitewalk_uploads_open",
    help: "Uploads in parts that were begun and are neither finished nor given up.",
  });
  const age = metrics.gauge({
    name: "sitewalk_backup_age_seconds",
    help: "Since the newest backup that is whole; nothing while there is none.",
  });
  const failing = metrics.gauge({
    name: "sitewalk_backup_failing",
    help: "1 while the newest try at a backup has failed.",
  });
  const channels = metrics.gauge({
    name: "sitewalk_live_channels",
    help: "Live channels that this process carries by itself.",
    labels: ["state"],
  });
  const viewers = metrics.gauge({
    name: "sitewalk_live_viewers",
    help: "Who watches live channels that this process carries by itself.",
  });
  metrics.beforeRead(async () => ready.set((await readiness.failing()).length === 0 ? 1 : 0));
  metrics.beforeRead(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from uploads where settled_at is null`.execute(db);
    uploads.set(rows[0]?.n ?? 0);
  });
  metrics.beforeRead(async () => {
    const { last, failed } = await lastBackup(db);
    if (last !== null) age.set((Date.now() - last.at.getTime()) / 1000);
    failing.set(failed === null ? 0 : 1);
  });
  metrics.beforeRead(() => {
    const carried = live.carried();
    channels.clear();
    for (const { state } of carried) channels.add(1, { state });
    viewers.set(carried.reduce((sum, channel) => sum + channel.viewers, 0));
  });
}

/** Location of objects, in words for an administrator. */
export function placeOf(config: Config): { readonly kind: "disk" | "service"; readonly place: string } {
  if (config.S3_BUCKET === "") return { kind: "disk", place: config.dataDir };
  const host = config.S3_ENDPOINT === "" ? `s3.${config.S3_REGION}` : new URL(config.S3_ENDPOINT).host;
  return { kind: "service", place: `${host}/${config.S3_BUCKET}` };
}

/** Before a process stops: reports not ready, and keeps serving for as long as the load balancer needs to notice. */
export async function drain(readiness: Readiness, seconds: number): Promise<void> {
  readiness.leave();
  if (seconds > 0) await sleep(seconds * 1000);
}
