import type { Database, Trx } from "#server/platform/database.ts";
import { leavesOf } from "./outline.ts";
import { createPlan } from "./planned.ts";
import { createSchedulesRepository } from "./schedules.repository.ts";
import { dayOfWallTime } from "./wall-clock.ts";
import { calendarOf } from "./working-time.ts";

/** Where a project stands by its schedule at the end of a day; null without a schedule that has dates. */
export async function scheduleStanding(source: Database | Trx, projectId: number, day: string) {
  const repository = createSchedulesRepository(source);
  const head = await repository.head(projectId);
  if (head === undefined) return null;
  const tasks = await repository.tasks(projectId);
  const told = await repository.points(projectId, day);
  const plan = createPlan(tasks, calendarOf(head.calendar));
  if (plan.days === null) return null;
  const late = leavesOf(tasks).flatMap(({ name, percent, baseline_finish, finish: planned }) => {
    const end = baseline_finish ?? planned;
    const finish = end === null ? null : dayOfWallTime(end);
    return finish !== null && finish <= day && percent < 100 ? [{ name, finish, percent }] : [];
  });
  return {
    planned: plan.whole(day),
    actual: told.at(-1)?.percent ?? null,
    finish: plan.days.last,
    /** Planned to be finished by then, the longest ago first. */
    late: late.toSorted((a, b) => (a.finish < b.finish ? -1 : a.finish > b.finish ? 1 : 0)),
  };
}
