import { Readable } from "node:stream";
import { type Schedule, schedulesApi } from "#contract/schedules.ts";
import type { FeatureGatesReader } from "#server/domains/money/plans/feature-gates.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Download } from "#server/platform/http/download.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { createImports } from "./imports.ts";
import { createOutgoing } from "./outgoing.ts";
import { createPlanned } from "./planned-progress.ts";
import { samples } from "./samples.ts";
import { schedulesExport } from "./schedules.export.ts";
import { createSchedulesRepository } from "./schedules.repository.ts";
import { createTaskChanges } from "./task-changes.ts";
import { createScheduleThreads } from "./threads.ts";
import { wireSchedule } from "./wire.ts";

export interface SchedulesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly openings: FeatureGatesReader;
  /** Prefix of links into this site. */
  readonly siteAddress: string;
}

export function schedulesModule({ db, clock, openings, siteAddress }: SchedulesOptions) {
  const repository = createSchedulesRepository(db);
  const threads = createScheduleThreads();
  const imports = createImports({ db, clock, repository, threads });
  const outgoing = createOutgoing({ repository, threads, siteAddress });
  const { changeTask, tell } = createTaskChanges({ db, clock, repository });

  /** Reading stays open to a user who lost the tool; importing its files does not. */
  const isOpenTo = async (user: SessionUser): Promise<boolean> =>
    (await openings(user.id)).ms_project === null;
  const mustBeOpen = async (user: SessionUser): Promise<void> => {
    if (!(await isOpenTo(user))) throw new AppError("TOOL_OFF");
  };

  const show = async (project: ProjectRecord, user: SessionUser, on?: string): Promise<Schedule | null> => {
    const head = await repository.head(project.id);
    if (head === undefined) return null;
    const flags = projectFlags(project, user);
    const [tasks, isOpen] = await Promise.all([repository.tasks(project.id), isOpenTo(user)]);
    const can = { edit: flags.add_visit, import: flags.edit && isOpen, remove: flags.edit };
    return wireSchedule(project.id, head, tasks, on ?? dayAt(clock.now(), project.time_zone), can);
  };
  const shown = async (project: ProjectRecord, user: SessionUser): Promise<Schedule> => {
    const schedule = await show(project, user);
    if (schedule === null) throw new AppError("SCHEDULE_MISSING");
    return schedule;
  };

  return {
    offers: {
      planned: createPlanned(repository),
    },
    /** Previews that were not applied. */
    sweeps: [imports.prune],
    exportParts: [schedulesExport(db, siteAddress)],
    samples,
    handlers: handlers(schedulesApi, {
      "GET /api/projects/{id}/schedule": ({ subject, query, user }) => show(subject, user, query.on),
      "POST /api/projects/{id}/schedule/preview": async ({ subject, files, user }) => {
        await mustBeOpen(user);
        return imports.preview(subject.id, user, files.file);
      },
      "POST /api/projects/{id}/schedule": async ({ subject, body, user, request }) => {
        await mustBeOpen(user);
        await imports.apply(subject.id, user, body.token, (trx, name) =>
          recordActivity(trx, {
            ...by(user, request.ip, subject.id, { id: subject.id, name }),
            action: "schedule.imported",
          }),
        );
        return shown(subject, user);
      },
      "PUT /api/projects/{id}/schedule/tasks/{task}": async ({ subject, params, body, user, request }) => {
        await changeTask(subject.id, params.task, async (trx, task, tasks) => {
          if (Object.keys(body).length === 0) return;
          const { percent } = await tell(trx, task, tasks, body, user);
          await recordActivity(trx, {
            ...by(user, request.ip, subject.id, task),
            action: "schedule.task_told",
            details: { percent: `${percent}%` },
          });
        });
        return shown(subject, user);
      },
      "DELETE /api/projects/{id}/schedule/tasks/{task}": async ({ subject, params, user, request }) => {
        await changeTask(subject.id, params.task, async (trx, task) => {
          // A task in the file would return with the next import.
          if (!task.is_kept) throw new AppError("SCHEDULE_TASK_IN_FILE");
          await repository.removeTask(trx, subject.id, task.id);
          await recordActivity(trx, {
            ...by(user, request.ip, subject.id, task),
            action: "schedule.task_removed",
          });
        });
        return shown(subject, user);
      },
      "DELETE /api/projects/{id}/schedule": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          if ((await repository.hold(trx, subject.id)) === 0) throw new AppError("SCHEDULE_MISSING");
          const name = (await repository.head(subject.id, trx))?.name ?? "";
          await repository.remove(trx, subject.id);
          await recordActivity(trx, {
            ...by(user, request.ip, subject.id, { id: subject.id, name }),
            action: "schedule.removed",
          });
        });
        return {};
      },
      "GET /api/projects/{id}/schedule/export": async ({ subject, user }) => {
        const seesSnags = projectFlags(subject, user).view_snags;
        const file = await outgoing(subject.id, { seesSnags, language: user.language });
        if (file === undefined) throw new AppError("SCHEDULE_MISSING");
        return downloadOf(subject, file);
      },
    }),
  };
}

const downloadOf = (
  project: ProjectRecord,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Download => ({
  name: `${name || project.name}.xml`,
  record: {
    action: "schedule.exported",
    subject: { kind: "project", id: project.id, name: project.name },
    id_project: project.id,
  },
  bytes: bytes.length,
  open: () => Readable.from([bytes]),
});

/** Writes the log of the project and of the user. */
function by(
  user: SessionUser,
  address: string,
  id_project: number,
  { id, name }: { readonly id: number; readonly name: string },
): Omit<Activity, "action"> {
  return { id_user: user.id, subject: { kind: "schedule", id, name }, id_project, address };
}
