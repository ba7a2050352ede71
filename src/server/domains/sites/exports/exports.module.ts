import { exportsApi, type ProjectExport } from "#contract/exports.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Archive } from "#server/media/index.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Download, DownloadRecord } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { Log } from "#server/platform/log.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createBuilds, exportPrefix, progressOf } from "./build.ts";
import { estimateExport, writeExport } from "./content.ts";
import { createDirectDownloads } from "./direct-downloads.ts";
import { buildExport, sweepExports } from "./exports.jobs.ts";
import { type ExportRecord, exportPolicy, holdsOf } from "./exports.policy.ts";
import { createExportsRepository, type ListedExport } from "./exports.repository.ts";
import { readPageFiles } from "./page-files.ts";
import type { ExportPart, ExportRequest } from "./part.ts";
import { safeName } from "./paths.ts";
import { samples } from "./samples.ts";
import { createSweep } from "./sweep.ts";
import { dayOf } from "./words.ts";

export interface ExportsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Bus;
  readonly log: Log;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly archive: Archive;
  readonly address: (objectKey: string) => string;
  /** Folder of the built web app, which contains the page of the zip. */
  readonly webRoot: string;
  /** Size in bytes up to which an export is streamed while it is created. */
  readonly streamed: number;
  /** Parts of the domains, in the order in which they are written. */
  readonly parts: readonly ExportPart[];
}

export function exportsModule(options: ExportsOptions) {
  const { db, clock, bus, log, jobs, archive, streamed, parts } = options;
  const repository = createExportsRepository(db);
  const page = () => readPageFiles(options.webRoot);
  const builds = createBuilds({ ...options, bus, repository, page });
  const sending = createDirectDownloads(repository);
  const sweep = createSweep({ clock, log, archive, repository });

  const requestFor = (
    project: ExportRequest["project"],
    user: SessionUser,
    language = user.language,
  ): ExportRequest => ({ project, user, holds: holdsOf(project, user), language });
  const wire = (row: ListedExport) => wireExport(row, options.address);

  return {
    policies: { project_export: exportPolicy(db) },
    jobs: [
      jobWorker(
        buildExport,
        ({ id_export }, { signal }) => builds.build(id_export, signal),
        ({ id_export }) => builds.giveUp(id_export),
      ),
      jobWorker(sweepExports, async () => {
        await builds.beginWaiting();
        await sweep();
      }),
    ],
    schedules: [scheduledJob("35 * * * *", sweepExports)],
    samples,
    handlers: handlers(exportsApi, {
      "GET /api/projects/export/{id}": async ({ subject: project, query, user, reply }) => {
        const wanted = requestFor(project, user, query.lang);
        if ((await estimateExport(wanted, parts)) > streamed) throw new AppError("EXPORT_TOO_LARGE");
        reply.raw.once("close", await sending.enter(project.id, user.id));
        const pageFiles = await page();
        if (pageFiles.length === 0) log.error("exports: the page for ZIP files has not been built");
        const now = clock.now();
        const onLost = (path: string) =>
          log.error({ id_project: project.id, path }, "exports: a picture is missing from storage");
        return {
          name: fileName(project.name, now),
          record: {
            action: "export.made",
            subject: { kind: "export", id: project.id, name: project.name },
            id_project: project.id,
          },
          open: () => writeExport(wanted, { parts, page: pageFiles, now, onLost }),
        };
      },
      "GET /api/project-exports": async ({ subject: project, user }) => {
        const wanted = requestFor(project, user);
        const [size, rows, isFree] = await Promise.all([
          estimateExport(wanted, parts),
          repository.ofProject(project.id),
          sending.isFree(project.id, user.id),
        ]);
        return {
          size: Math.round(size),
          is_streamed: size <= streamed && isFree,
          is_busy: !isFree,
          exports: rows.filter(isShownTo(wanted)).map(wire),
        };
      },
      "POST /api/project-exports": async ({ subject: project, body, user }) => {
        const wanted = requestFor(project, user, body.lang);
        const total_bytes = Math.round(await estimateExport(wanted, parts));
        const id = await db.transaction().execute(async (trx) => {
          const begun = await repository.begin(trx, {
            id_project: project.id,
            id_user: user.id,
            language: wanted.language,
            total_bytes,
          });
          if (begun.isNew) await jobs.send(trx, buildExport, { id_export: begun.id });
          return begun.id;
        });
        return wire(await repository.one(id));
      },
      "GET /api/project-exports/{id}": async ({ subject }) => wire(await repository.one(subject.id)),
      "GET /api/project-exports/{id}/file": ({ subject }) => fileOf(subject, options),
      "DELETE /api/project-exports/{id}": async ({ subject, user, request }) => {
        await recordActivity(db, {
          id_user: user.id,
          action: "export.deleted",
          subject: { kind: "export", id: subject.id, name: "" },
          id_project: subject.id_project,
          address: request.ip,
        });
        // An export that is being built is only marked: its builder sees that, and removes what there is of it.
        if (await builds.end(subject.id, "cancelled", null)) return {};
        await archive.dropFile(exportPrefix(subject.id));
        await repository.remove(subject.id);
        return {};
      },
    }),
  };
}

/** Returns the file of a finished export. Throws EXPORT_NOT_READY. */
async function fileOf(
  subject: ExportRecord,
  { db, archive }: Pick<ExportsOptions, "db" | "archive">,
): Promise<Download> {
  const { object_key, finished_at } = subject;
  if (subject.state !== "ready") throw new AppError("EXPORT_NOT_READY");
  const file = object_key === null ? null : await archive.keptFile(object_key);
  if (file === null) throw new AppError("NOT_FOUND");
  const { name } = await db
    .selectFrom("projects")
    .select("name")
    .where("id", "=", subject.id_project)
    .executeTakeFirstOrThrow();
  return {
    name: fileName(name, finished_at ?? subject.created_at),
    record: record({ id: subject.id_project, name }),
    bytes: file.bytes,
    etag: `"${subject.id}-${file.bytes.toString(36)}"`,
    open: (range) => file.open(range),
  };
}

/** Of other users' exports, only those that hold nothing beyond this user's rights. */
const isShownTo =
  ({ holds }: ExportRequest) =>
  ({ made_with }: ListedExport): boolean =>
    made_with.every((grant) => holds.includes(grant));

const record = ({ id, name }: { readonly id: number; readonly name: string }): DownloadRecord => ({
  action: "project.exported",
  subject: { kind: "project", id, name },
  id_project: id,
});

const fileName = (project: string, date: Date) => `${safeName(project) || "project"} ${dayOf(date)}.zip`;

function wireExport(row: ListedExport, address: (objectKey: string) => string): ProjectExport {
  return {
    id: row.id,
    id_project: row.id_project,
    state: row.state,
    progress: progressOf(row),
    size: row.size_bytes ?? row.total_bytes,
    url: row.state === "ready" ? `/api/project-exports/${row.id}/file` : null,
    waits_for: row.waits_for,
    failure: row.failure,
    who: {
      id_user: row.id_user,
      name: row.person_name,
      code: row.person_code,
      avatar: row.person_avatar === null ? null : address(row.person_avatar),
    },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}
