import type { KeptTask } from "./merge.ts";
import { withOurNote, writeDuration } from "./mspdi/values.ts";
import { type TaskValues, type WrittenTask, writeTasks } from "./mspdi/write.ts";
import { leavesBelow, leavesOf, percentOf } from "./outline.ts";

export interface ExportFacts {
  readonly tasks: readonly KeptTask[];
  /** The visit that tasks lead to, by its name and address; undefined for none. */
  readonly visit: { readonly name: string; readonly address: string } | undefined;
  /** What is said of the project's snags; empty for nothing. */
  readonly note: string;
  /** Addresses that begin so are ours, and may be replaced. */
  readonly siteAddress: string;
}

/**
 * The schedule as it was imported, with what was told here: progress of the tasks that were told of and of the
 * summaries above them, where to look at it, and how many snags there are. Nothing else is touched.
 */
export function exportSchedule(xml: string, { tasks, visit, note, siteAddress }: ExportFacts): string {
  const below = leavesBelow(tasks);
  const isFollowing = (n: number) => (below[n] ?? []).some((leaf) => tasks[leaf]?.is_told === true);
  const written = new Map(
    tasks.flatMap((task, n) =>
      !task.is_kept && (task.is_told || isFollowing(n)) ? [[task.uid, task] as const] : [],
    ),
  );
  const whole = written.size === 0 ? null : percentOf(leavesOf(tasks));
  let isNoted = false;
  return writeTasks(xml, (task) => {
    const isProject = task.uid === 0 || task.level === 0;
    const told = task.uid === null ? undefined : written.get(task.uid);
    // The first row speaks for the project: its own summary, or what stands at the top of the outline.
    const isFirst = !isNoted;
    isNoted = true;
    return {
      ...(isFirst && notes(task, note)),
      ...(told !== undefined && progressOf(task, told)),
      ...(isProject && whole !== null && { PercentComplete: String(whole) }),
      ...((told?.is_told === true || isFirst) && linkOf(task, visit, siteAddress)),
    };
  });
}

const notes = (task: WrittenTask, note: string): TaskValues => {
  const before = task.get("Notes");
  const after = withOurNote(before ?? "", note);
  return after === (before ?? "") ? {} : { Notes: after === "" ? null : after };
};

/** Project reckons percents from durations: both are put right together, and only when they are not what they were. */
function progressOf(task: WrittenTask, told: KeptTask): TaskValues {
  const isSame = task.get("PercentComplete")?.trim() === String(told.percent);
  const done = Math.round(((told.duration ?? 0) * told.percent) / 100);
  return {
    ...(!isSame && { PercentComplete: String(told.percent) }),
    ...(!isSame &&
      told.duration !== null && {
        ActualDuration: writeDuration(done),
        RemainingDuration: writeDuration(told.duration - done),
      }),
    ...moment(task, "ActualStart", told.actual_start),
    ...moment(task, "ActualFinish", told.actual_finish),
  };
}

const moment = (task: WrittenTask, name: "ActualStart" | "ActualFinish", wall: string | null): TaskValues =>
  task.get(name)?.trim() === wall ? {} : { [name]: wall };

/** A link that somebody put there himself stays. */
function linkOf(task: WrittenTask, visit: ExportFacts["visit"], siteAddress: string): TaskValues {
  const own = task.get("HyperlinkAddress")?.trim() ?? "";
  const isOurs = own === "" || own.startsWith(`${siteAddress.replace(/\/$/, "")}/`);
  if (visit === undefined || !isOurs) return {};
  return { Hyperlink: visit.name, HyperlinkAddress: visit.address };
}
