import { limits } from "#contract/limits.ts";
import type { Overview } from "./system.queries.ts";

export interface Finding {
  readonly kind:
    | "no_worker"
    | "clock"
    | "disk_full"
    | "disk_low"
    | "backup_failed"
    | "backup_old"
    | "backup_none"
    | "failed_jobs"
    | "jobs_wait"
    | "connections"
    | "replica"
    | "mail"
    | "outside"
    | "versions"
    | "arabic"
    | "ffmpeg";
  readonly tone: "bad" | "warn" | "info";
  /** Values for the placeholders of its text. */
  readonly values: Readonly<Record<string, number>>;
}

const HOUR = 3_600_000;
/** Thresholds that need attention; the page about running the server lists the same numbers. */
const bounds = {
  freeShare: 0.1,
  hardlyShare: 0.05,
  backupHours: 48,
  waitSeconds: 300,
  connectionShare: 0.8,
  lagSeconds: 60,
} as const;

/** Problems, the worst first; none when all is well. */
export function findingsOf(overview: Overview): Finding[] {
  const { nodes, clock, database, queues, failed, storage, backup, mail, outside, media, search } = overview;
  const free = storage.free_bytes / Math.max(storage.total_bytes, 1);
  const percent = Math.floor(free * 100);
  const reserve = Math.min(storage.total_bytes * limits.disk.reserveShare, limits.disk.reserveBytes);
  const isFull = storage.free_bytes < reserve;
  const age = backup.last && (Date.parse(overview.at) - Date.parse(backup.last.at)) / HOUR;
  const oldest = Math.max(0, ...queues.map(({ oldest_seconds }) => oldest_seconds));
  const lag = Math.max(0, ...database.replicas.map(({ lag_seconds }) => lag_seconds));
  const found: (Finding | false)[] = [
    !nodes.some(({ role }) => role !== "web") && of("no_worker", "bad"),
    isFull && of("disk_full", "bad", { bytes: storage.free_bytes, reserve }),
    backup.failed !== null && of("backup_failed", "bad"),
    failed.length > 0 && of("failed_jobs", "bad", { n: failed.length }),
    !clock.is_right && of("clock", "bad", { seconds: Math.round(Math.abs(clock.skew_seconds)) }),
    !isFull &&
      free < bounds.freeShare &&
      of("disk_low", free < bounds.hardlyShare ? "bad" : "warn", { percent, reserve }),
    age !== null && age > bounds.backupHours && of("backup_old", "warn", { hours: Math.round(age) }),
    oldest > bounds.waitSeconds && of("jobs_wait", "warn", { minutes: Math.round(oldest / 60) }),
    database.connections > bounds.connectionShare * database.connections_max &&
      of("connections", "warn", { n: database.connections, most: database.connections_max }),
    lag > bounds.lagSeconds && of("replica", "warn", { seconds: Math.round(lag) }),
    mail.trouble !== null && of("mail", "warn"),
    outside.length > 0 && of("outside", "warn", { n: outside.length }),
    !search.knows_arabic && of("arabic", "warn"),
    backup.last === null && backup.failed === null && of("backup_none", "warn"),
    new Set(nodes.map(({ version }) => version)).size > 1 && of("versions", "info"),
    media.ffmpeg === null && of("ffmpeg", "info"),
  ];
  return found.filter((finding) => finding !== false);
}

const of = (kind: Finding["kind"], tone: Finding["tone"], values: Finding["values"] = {}): Finding => ({
  kind,
  tone,
  values,
});
