import type { Progress } from "#contract/progress.ts";
import { createPlan } from "./planned.ts";
import type { SchedulesRepository } from "./schedules.repository.ts";
import { calendarOf } from "./working-time.ts";

/** Planned progress of a project by a day, from its schedule; null without one. */
export function createPlanned(repository: SchedulesRepository) {
  return async (projectId: number, until: string): Promise<Progress["planned"]> => {
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
  };
}
