import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { limits } from "#contract/limits.ts";
import type { SchedulePreview } from "#contract/schedules.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { UploadedFile } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { merge } from "./merge.ts";
import type { FileSchedule } from "./mspdi/read.ts";
import { leavesOf, percentOf } from "./outline.ts";
import type { SchedulesRepository } from "./schedules.repository.ts";
import type { ScheduleThreads } from "./threads.ts";
import "./tables.ts";

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Number of warnings listed one by one; a file can be wrong in every line. */
const WARNINGS = 200;

export interface ImportsOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly repository: SchedulesRepository;
  readonly threads: Pick<ScheduleThreads, "read">;
}

/** Imports schedules: first a preview of the changes, then, by its token, the import. */
export function createImports({ db, clock, repository, threads }: ImportsOptions) {
  return {
    async preview(projectId: number, user: SessionUser, file: UploadedFile): Promise<SchedulePreview> {
      const bytes = await readFile(file.path);
      const schedule = await threads.read(bytes);
      const [head, before] = await Promise.all([repository.head(projectId), repository.tasks(projectId)]);
      const { diff } = merge(before, schedule.tasks, schedule.calendar);
      const token = randomBytes(24).toString("base64url");
      const source = await pack(bytes);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        // One at a time: selecting another file discards the first preview.
        await trx
          .deleteFrom("schedule_previews")
          .where("id_user", "=", user.id)
          .where((where) => where.or([where("id_project", "=", projectId), where("expires_at", "<=", now)]))
          .execute();
        await trx
          .insertInto("schedule_previews")
          .values({
            token,
            id_project: projectId,
            id_user: user.id,
            file_name: file.name.slice(0, limits.name),
            source,
            version: head?.version ?? 0,
            expires_at: new Date(now.getTime() + limits.schedule.previewMinutes * 60_000),
          })
          .execute();
      });
      return {
        token,
        name: nameOf(schedule, file.name),
        file_name: file.name,
        tasks: schedule.tasks.length,
        ...diff,
        warnings: schedule.warnings.slice(0, WARNINGS),
      };
    },

    /** Applies a preview; `record` runs in the same transaction. */
    async apply(
      projectId: number,
      user: SessionUser,
      token: string,
      record: (trx: Trx, name: string) => Promise<void>,
    ): Promise<void> {
      const now = clock.now();
      const preview = await db
        .selectFrom("schedule_previews")
        .selectAll()
        .where("token", "=", token)
        .where("id_project", "=", projectId)
        .where("id_user", "=", user.id)
        .where("expires_at", ">", now)
        .executeTakeFirst();
      if (preview === undefined) throw new AppError("SCHEDULE_PREVIEW_GONE");
      const schedule = await threads.read(await unpack(preview.source));
      await db.transaction().execute(async (trx) => {
        const version = await repository.hold(trx, projectId);
        if (version !== preview.version) throw new AppError("CONFLICT");
        const { numDeletedRows } = await trx
          .deleteFrom("schedule_previews")
          .where("token", "=", token)
          .executeTakeFirstOrThrow();
        // Confirmed twice: the other call has applied it.
        if (numDeletedRows === 0n) throw new AppError("SCHEDULE_PREVIEW_GONE");
        const { tasks } = merge(await repository.tasks(projectId, trx), schedule.tasks, schedule.calendar);
        const { file_name, source } = preview;
        const name = nameOf(schedule, file_name);
        const { calendar } = schedule;
        const head = { name, file_name, source, id_user: user.id, calendar, at: now };
        await repository.replace(trx, projectId, head, tasks);
        await repository.point(trx, projectId, now.toISOString().slice(0, 10), percentOf(leavesOf(tasks)));
        await record(trx, name);
      });
    },

    async prune(): Promise<void> {
      await db.deleteFrom("schedule_previews").where("expires_at", "<=", clock.now()).execute();
    },
  };
}

const nameOf = ({ name }: FileSchedule, fileName: string): string =>
  (name || fileName.replace(/\.xml$/i, "")).slice(0, limits.name);
