import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { dayAt } from "#server/platform/site-time.ts";
import { dayOf } from "../snags/days.ts";
import { leavesOf, percentOf } from "./outline.ts";
import { rollUp } from "./roll-up.ts";
import type { SchedulesRepository, TaskRow } from "./schedules.repository.ts";
import { applyProgress, type TaskProgressInput } from "./task-progress.ts";
import { calendarOf } from "./working-time.ts";
import "#server/domains/sites/projects/tables.ts";

export interface TaskChangesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly repository: SchedulesRepository;
}

const DAY = 86_400_000;

/** Changes of a task by users, as opposed to imports. */
export function createTaskChanges({ db, clock, repository }: TaskChangesOptions) {
  /** Locks the schedule of a project while one of its tasks is changed. Throws NOT_FOUND for a task of another project. */
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
    telling: TaskProgressInput,
    user: SessionUser,
  ) => {
    if (task.is_summary) throw new AppError("VALIDATION", { fields: { percent: ["schedules.is_summary"] } });
    const { id_project } = task;
    const now = clock.now();
    const head = await repository.head(id_project, trx);
    const { time_zone } = await trx
      .selectFrom("projects")
      .select("time_zone")
      .where("id", "=", id_project)
      .executeTakeFirstOrThrow();
    const today = dayAt(now, time_zone);
    const told = applyProgress(telling, task, {
      today,
      // It is the next day already in some time zone.
      latest: dayOf(new Date(now.getTime() + DAY)),
      calendar: calendarOf(head?.calendar ?? {}),
    });
    const after = rollUp(tasks.map((one) => (one.id === task.id ? { ...one, ...told, is_told: true } : one)));
    const changed = after.filter((one, n) => isOther(one, tasks[n]));
    await repository.tell(trx, id_project, changed);
    await repository.sign(trx, task.id, user.id, now);
    await repository.point(trx, id_project, today, percentOf(leavesOf(after)));
    return told;
  };

  return { changeTask, tell };
}

type Change = (trx: Trx, task: TaskRow, tasks: readonly TaskRow[]) => Promise<void>;

const isOther = (one: TaskRow, before: TaskRow | undefined): boolean =>
  one.percent !== before?.percent ||
  one.actual_start !== before.actual_start ||
  one.actual_finish !== before.actual_finish;
