import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type pg from "pg";
import { collectDefaultMetrics } from "prom-client";
import type { Database } from "./database.ts";
import type { Metrics } from "./metrics.ts";
import type { Nodes } from "./nodes.ts";
import { replicaLags } from "./replica-lag.ts";

export interface ProcessMetricsOptions {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly nodes: Pick<Nodes, "alive" | "skewMs">;
  readonly dataDir: string;
  readonly version: string;
  readonly role: string;
}

/** Metrics of any process: memory, processor, event loop, files (as the library has them), database, disk, clock. */
export function describeProcess(metrics: Metrics, options: ProcessMetricsOptions): void {
  const { db, pool, nodes, dataDir, version, role } = options;
  collectDefaultMetrics({ register: metrics.registry });
  metrics
    .gauge({
      name: "sitewalk_info",
      help: "Always 1; version and role of this process.",
      labels: ["version", "role"],
    })
    .set(1, { version, role });

  const connections = metrics.gauge({
    name: "sitewalk_pool_connections",
    help: "Database connections for calls: busy and idle.",
    labels: ["state"],
  });
  const waiting = metrics.gauge({
    name: "sitewalk_pool_waiting",
    help: "Queries waiting for a connection; a value that stays above 0 means the database is the bottleneck.",
  });
  const up = metrics.gauge({ name: "sitewalk_database_up", help: "1 while the database answers." });
  const delay = metrics.gauge({
    name: "sitewalk_database_seconds",
    help: "Time the database took for a minimal query.",
  });
  const skew = metrics.gauge({
    name: "sitewalk_clock_skew_seconds",
    help: "How far this machine's clock is ahead of the database clock, which is authoritative.",
  });
  const behind = metrics.gauge({
    name: "sitewalk_replica_lag_seconds",
    help: "Lag of the database replicas.",
    labels: ["replica"],
  });
  const alive = metrics.gauge({
    name: "sitewalk_nodes",
    help: "Live processes of this installation.",
    labels: ["role"],
  });
  const free = metrics.gauge({ name: "sitewalk_disk_free_bytes", help: "Free space where DATA_DIR is." });
  const size = metrics.gauge({ name: "sitewalk_disk_bytes", help: "Size of the disk where DATA_DIR is." });

  metrics.beforeRead(() => {
    connections.set(pool.totalCount - pool.idleCount, { state: "busy" });
    connections.set(pool.idleCount, { state: "idle" });
    waiting.set(pool.waitingCount);
    skew.set(nodes.skewMs() / 1000);
    alive.clear();
    for (const node of nodes.alive()) alive.add(1, { role: node.role });
  });
  metrics.beforeRead(async () => {
    const asked = performance.now();
    up.set(0);
    await sql`select 1`.execute(db);
    delay.set((performance.now() - asked) / 1000);
    up.set(1);
  });
  metrics.beforeRead(async () => {
    const lags = await replicaLags(db);
    behind.clear();
    for (const { name, lag_seconds } of lags) behind.set(lag_seconds, { replica: name });
  });
  metrics.beforeRead(async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    free.set(bavail * bsize);
    size.set(blocks * bsize);
  });
}
