import type { ScheduleTask } from "#contract/schedules.ts";
import { daysBetween } from "./wall-time.ts";

/**
 * Why a task is late: it should have been finished (`days` ago), will end after its deadline (by `days`), or is behind
 * its plan (by `points` of a hundred).
 */
export type Lateness =
  | { readonly kind: "overdue"; readonly days: number }
  | { readonly kind: "deadline"; readonly days: number }
  | { readonly kind: "behind"; readonly points: number };

/** Tolerance in points: smaller deviations are not reported. */
const noticed = 5;

export function latenessOf(task: ScheduleTask, onDate: string): Lateness | null {
  const { percent, planned_percent, finish, baseline_finish, deadline } = task;
  if (percent >= 100) return null;
  const due = baseline_finish ?? finish;
  const overdue = due === null ? 0 : daysBetween(due, onDate);
  if (overdue > 0) return { kind: "overdue", days: overdue };
  const past = deadline === null || finish === null ? 0 : daysBetween(deadline, finish);
  if (past > 0) return { kind: "deadline", days: past };
  const points = planned_percent - percent;
  return points >= noticed ? { kind: "behind", points } : null;
}
