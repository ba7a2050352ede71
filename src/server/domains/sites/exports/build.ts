import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Archive } from "#server/media/index.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { isDiskFull } from "#server/platform/error-code.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { projectFlags, projectPolicy } from "../projects/projects.policy.ts";
import type { ExportFailure, ExportRow } from "./build.repository.ts";
import { writeExport } from "./content.ts";
import { exportProgressed } from "./exports.events.ts";
import { buildExport } from "./exports.jobs.ts";
import { holdsOf } from "./exports.policy.ts";
import type { ExportsRepository } from "./exports.repository.ts";
import type { PageFile } from "./page-files.ts";
import type { ExportPart, ExportRequest } from "./part.ts";
import { createProgressWriter } from "./progress-writer.ts";

export interface BuildOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly notices: Notices;
  readonly archive: Archive;
  readonly jobs: Pick<Jobs, "send">;
  readonly repository: ExportsRepository;
  readonly parts: readonly ExportPart[];
  readonly page: () => Promise<PageFile[]>;
}

/** Prefix of an export's file in the object store. */
export const exportPrefix = (id: number) => `exports/${id}`;

/** Builds exports in the background. */
export function createBuilds(options: BuildOptions) {
  const { db, bus, archive, repository } = options;
  const policy = projectPolicy(db);

  const tell = (trx: Trx, row: ExportRow, state: ExportRow["state"], done: number) =>
    bus.emit(trx, exportProgressed, {
      id_user: row.id_user,
      id: row.id,
      id_project: row.id_project,
      state,
      progress: progressOf({ ...row, state, done_bytes: done }),
    });

  /** Starts exports that waited for a slot, as part of the transaction that freed it. */
  const beginWaiting = async (trx: Trx) => {
    for (const id_export of await repository.startable(trx))
      await options.jobs.send(trx, buildExport, { id_export });
  };

  /** Ends an export that is not done; its requester sees it at once. Returns false when it had ended already. */
  const end = (id: number, state: "failed" | "cancelled", failure: ExportFailure | null) =>
    db.transaction().execute(async (trx) => {
      const row = await repository.end(trx, id, state, failure);
      if (row === undefined) return false;
      await tell(trx, row, state, 0);
      if (state === "failed") await tellMaker(options, trx, row, "export_failed");
      await beginWaiting(trx);
      return true;
    });

  /** Writes the file under a key of this attempt; returns undefined when it was cancelled meanwhile. */
  const write = async (row: ExportRow, request: ExportRequest, key: string, signal: AbortSignal) => {
    const stopped = new AbortController();
    const meter = createProgressWriter(async (bytes) => {
      const goesOn = await db.transaction().execute(async (trx) => {
        if (!(await repository.step(trx, row.id, bytes))) return false;
        await tell(trx, row, "building", bytes);
        return true;
      });
      if (!goesOn) stopped.abort();
    });
    const { clock, log, parts, page } = options;
    const stream = await writeExport(request, {
      parts,
      page: await page(),
      now: clock.now(),
      onLost: (path) => log.error({ id_export: row.id, path }, "exports: a picture is missing from storage"),
      onProgress: meter.tell,
    });
    try {
      const file = { key, name: `export-${row.id}`, stream };
      return await keepUntilStopped(archive, file, { signal, stopped: stopped.signal });
    } finally {
      await meter.stop();
    }
  };

  return {
    end,
    /** Starts exports that wait although a slot is free: the job that would have started them was lost with a worker. */
    beginWaiting: () => db.transaction().execute(beginWaiting),
    /** The job. Starts over from anything an earlier attempt left, so that half a file is never visible. */
    async build(id: number, signal: AbortSignal): Promise<void> {
      const row = await repository.take(id);
      if (row === undefined) return;
      const request = await requestOf(db, policy, row);
      if (request === undefined) return void (await end(id, "failed", "rights"));
      if (!(await archive.hasRoomFor(row.total_bytes))) return void (await end(id, "failed", "storage_full"));
      const key = `${exportPrefix(id)}/${randomUUID()}.zip`;
      let isKept = false;
      try {
        const size_bytes = await write(row, request, key, signal);
        if (size_bytes === undefined) return;
        isKept = await db.transaction().execute(async (trx) => {
          const days = limits.export.keptDays;
          const file = { object_key: key, size_bytes, days, made_with: request.holds };
          if (!(await repository.finish(trx, id, file))) return false;
          await tell(trx, row, "ready", size_bytes);
          await tellMaker(options, trx, row, "export_ready");
          await beginWaiting(trx);
          await recordActivity(trx, made(row, request));
          return true;
        });
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        await end(id, "failed", "storage_full");
      } finally {
        if (!isKept) await archive.dropFile(exportPrefix(id));
      }
    },
    /** Called after the last attempt. */
    giveUp: async (id: number) => void (await end(id, "failed", "broken")),
  };
}

export type Builds = ReturnType<typeof createBuilds>;

/** Range 0..1; the expected size is an estimate, so the last hundredth is reached only at the end. */
export function progressOf(row: Pick<ExportRow, "state" | "done_bytes" | "total_bytes">): number {
  if (row.state === "ready") return 1;
  return Math.min(0.99, row.done_bytes / Math.max(row.total_bytes, 1));
}

const made = ({ id, id_user }: ExportRow, { project }: ExportRequest): Activity => ({
  id_user,
  action: "export.made",
  subject: { kind: "export", id, name: project.name },
  id_project: project.id,
  address: "",
});

const tellMaker = async (
  { db, notices }: BuildOptions,
  trx: Trx,
  row: ExportRow,
  sort: "export_ready" | "export_failed",
) => {
  const { name } = await db
    .selectFrom("projects")
    .select("name")
    .where("id", "=", row.id_project)
    .executeTakeFirstOrThrow();
  await notices.notify(trx, {
    to: [row.id_user],
    sort,
    values: { project: name },
    link: `/project/${row.id_project}#export`,
    fold: `export of project ${row.id_project}`,
  });
};

/** The request with the user's current rights: a user who lost the right since asking gets nothing. */
async function requestOf(
  db: Database,
  policy: ReturnType<typeof projectPolicy>,
  row: ExportRow,
): Promise<ExportRequest | undefined> {
  const user = await makerOf(db, row.id_user);
  const project = user && (await policy.load(row.id_project, user));
  if (user === undefined || project === undefined) return undefined;
  return projectFlags(project, user).export
    ? { project, user, holds: holdsOf(project, user), language: row.language }
    : undefined;
}

/** Returns the size of the file in bytes; undefined when the build was cancelled meanwhile. */
async function keepUntilStopped(
  archive: Pick<Archive, "keepFile">,
  { key, name, stream }: { readonly key: string; readonly name: string; readonly stream: Readable },
  { signal, stopped }: { readonly signal: AbortSignal; readonly stopped: AbortSignal },
): Promise<number | undefined> {
  const stop = () => stream.destroy(new Error("the export was stopped"));
  const give = () => stream.destroy(signal.reason as Error);
  if (stopped.aborted) stop();
  stopped.addEventListener("abort", stop, { once: true });
  signal.addEventListener("abort", give, { once: true });
  try {
    return await archive.keepFile(key, stream, name);
  } catch (error) {
    if (stopped.aborted) return undefined;
    throw error;
  } finally {
    signal.removeEventListener("abort", give);
  }
}

async function makerOf(db: Database, id: number): Promise<SessionUser | undefined> {
  const row = await db
    .selectFrom("users")
    .select(["id", "role", "is_demo", "language"])
    .where("id", "=", id)
    .where("locked_at", "is", null)
    .executeTakeFirst();
  return row && { ...row, super_admin: row.role === "super_admin" };
}
