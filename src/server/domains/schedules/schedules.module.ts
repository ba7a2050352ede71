import { Readable } from "node:stream";
import type { Progress } from "#contract/progress.ts";
import { type Schedule, schedulesApi } from "#contract/schedules.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpeningsReader } from "../plans/openings.ts";
import { type ProjectRecord, projectFlags } from "../projects/projects.policy.ts";
import { dayOf } from "../snags/days.ts";
import { createImports } from "./imports.ts";
import { createOutgoing } from "./outgoing.ts";
import { leavesOf, percentOf } from "./outline.ts";
import { createPlan } from "./planned.ts";
import { rollUp } from "./roll-up.ts";
import { createSchedulesRepository, type TaskRow } from "./schedules.repository.ts";
import { type Telling, toldBy } from "./tell.ts";
import { createScheduleThreads } from "./threads.ts";
import { wireSchedule } from "./wire.ts";
import { calendarOf } from "./working-time.ts";

export interface SchedulesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly openings: OpeningsReader;
  /** Where links into this site begin. */
  readonly siteAddress: string;
}

const DAY = 86_400_000;

export function schedulesModule({ db, clock, openings, siteAddress }: SchedulesOptions) {
  const repository = createSchedulesRepository(db);
  const threads = createScheduleThreads();
  const imports = createImports({ db, clock, repository, threads });
  const outgoing = createOutgoing({ repository, threads, siteAddress });
  const today = () => dayOf(clock.now());

  /** Reading stays open to who lost the tool; bringing in what it made does not. */
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
    return wireSchedule(project.id, head, tasks, on ?? today(), can);
  };
  const shown = async (project: ProjectRecord, user: SessionUser): Promise<Schedule> => {
    const schedule = await show(project, user);
    if (schedule === null) throw new AppError("SCHEDULE_MISSING");
    return schedule;
  };

  /** Holds the schedule of a project while one of its tasks is changed. NOT_FOUND for a task of another project. */
  const changeTask = (projectId: number, taskId: number, change: Change): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if ((await repository.hold(trx, projectId)) === 0) throw new AppError("NOT_FOUND");
      const tasks = await repository.tasks(projectId, trx);
      const task = tasks.find(({ id }) => id === taskId);
      if (task === undefined) throw new AppError("NOT_FOUND");
      await change(trx, task, tasks);
    });

  const tell = async (
    trx: Trx,
    task: TaskRow,
    tasks: readonly TaskRow[],
    telling: Telling,
    user: SessionUser,
  ) => {
    if (task.is_summary) throw new AppError("VALIDATION", { fields: { percent: ["schedules.is_summary"] } });
    const { id_project } = task;
    const now = clock.now();
    const head = await repository.head(id_project, trx);
    const told = toldBy(telling, task, {
      today: dayOf(now),
      // It is the next day already somewhere.
      latest: dayOf(new Date(now.getTime() + DAY)),
      calendar: calendarOf(head?.calendar ?? {}),
    });
    const after = rollUp(tasks.map((one) => (one.id === task.id ? { ...one, ...told, is_told: true } : one)));
    const changed = after.filter((one, n) => isOther(one, tasks[n]));
    await repository.tell(trx, id_project, changed);
    await repository.sign(trx, task.id, user.id, now);
    await repository.point(trx, id_project, dayOf(now), percentOf(leavesOf(after)));
    return told;
  };

  return {
    /** What the schedule says of a project by a day, for its progress; null without one. */
    async planned(projectId: number, until: string): Promise<Progress["planned"]> {
      const head = await repository.head(projectId);
      if (head === undefined) return null;
      const [tasks, told] = await Promise.all([
        repository.tasks(projectId),
        repository.points(projectId, until),
      ]);
      const plan = createPlan(tasks, calendarOf(head.calendar));
      if (plan.days === null) return null;
      return {
        percent: plan.whole(until),
        told_percent: told.at(-1)?.percent ?? null,
        start: plan.days.first,
        finish: plan.days.last,
        curve: plan.curve(until),
        told,
      };
    },
    /** Removes previews that nobody carried out. */
    prune: imports.prune,
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
          // What the file has comes back with the next import.
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
        const { name, bytes } = file;
        return {
          name: `${name || subject.name}.xml`,
          record: {
            action: "schedule.exported",
            subject: { kind: "project", id: subject.id, name: subject.name },
            id_project: subject.id,
          },
          bytes: bytes.length,
          open: () => Readable.from([bytes]),
        };
      },
    }),
  };
}

type Change = (trx: Trx, task: TaskRow, tasks: readonly TaskRow[]) => Promise<void>;

const isOther = (one: TaskRow, before: TaskRow | undefined): boolean =>
  one.percent !== before?.percent ||
  one.actual_start !== before.actual_start ||
  one.actual_finish !== before.actual_finish;

/** For the log of the project and of the person. */
function by(
  user: SessionUser,
  address: string,
  id_project: number,
  { id, name }: { readonly id: number; readonly name: string },
): Omit<Activity, "action"> {
  return { id_user: user.id, subject: { kind: "schedule", id, name }, id_project, address };
}
