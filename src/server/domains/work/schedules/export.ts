import { asBuilt, type Span } from "./as-built.ts";
import type { KeptTask } from "./merge.ts";
import { readDuration, withOurNote, writeDuration } from "./mspdi/values.ts";
import { type TaskValues, type WrittenTask, writeTasks } from "./mspdi/write.ts";
import { leavesBelow, leavesOf, percentOf } from "./outline.ts";
import { parseWallTime, type WallTime } from "./wall-clock.ts";
import type { WorkCalendar } from "./working-time.ts";

export interface ExportFacts {
  readonly tasks: readonly KeptTask[];
  /** The project's calendar, which gives a finished task its duration. */
  readonly calendar: WorkCalendar;
  /** Visit that tasks link to, with name and address; undefined for none. */
  readonly visit: { readonly name: string; readonly address: string } | undefined;
  /** Note on the project's snags; empty for none. */
  readonly note: string;
  /** Links with this prefix belong to this site and may be replaced. */
  readonly siteAddress: string;
}

/**
 * Returns the schedule as imported, with the data entered here: progress of the updated tasks and of the summaries
 * above them, a link to the visit, and the number of snags. Nothing else is changed.
 */
export function exportSchedule(
  xml: string,
  { tasks, calendar, visit, note, siteAddress }: ExportFacts,
): string {
  const below = leavesBelow(tasks);
  const isFollowing = (n: number) => (below[n] ?? []).some((leaf) => tasks[leaf]?.is_told === true);
  const written = new Map(
    tasks.flatMap((task, n) =>
      !task.is_kept && (task.is_told || isFollowing(n)) ? [[task.uid, task] as const] : [],
    ),
  );
  const spans = written.size === 0 ? new Map<number, Span>() : asBuilt(tasks, calendar);
  const whole = written.size === 0 ? null : percentOf(leavesOf(tasks));
  let isNoted = false;
  return writeTasks(xml, (task) => {
    const isProject = task.uid === 0 || task.level === 0;
    const told = task.uid === null ? undefined : written.get(task.uid);
    // The first row represents the project: its own summary, or the first row of the outline.
    const isFirst = !isNoted;
    isNoted = true;
    return {
      ...(isFirst && notes(task, note)),
      ...(told !== undefined && progressOf(task, told, spans.get(told.uid) ?? told)),
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

/**
 * Project computes percentages from durations: both are corrected together, and only when they changed. A finished task
 * spans its actual start to its actual finish.
 */
function progressOf(task: WrittenTask, told: KeptTask, span: Span): TaskValues {
  const lies = spanOf(task, span);
  const isSame =
    task.get("PercentComplete")?.trim() === String(told.percent) && lies["Duration"] === undefined;
  const duration = span.duration;
  const done = Math.round(((duration ?? 0) * told.percent) / 100);
  return {
    ...lies,
    ...(!isSame && { PercentComplete: String(told.percent) }),
    ...(!isSame &&
      duration !== null && {
        ActualDuration: writeDuration(done),
        RemainingDuration: writeDuration(duration - done),
      }),
    ...moment(task, "ActualStart", told.actual_start),
    ...moment(task, "ActualFinish", told.actual_finish),
  };
}

/** Returns the elements whose span differs. A manually scheduled task stores its dates twice. */
function spanOf(task: WrittenTask, { start, finish, duration }: Span): TaskValues {
  const walls = { Start: start, Finish: finish, ManualStart: start, ManualFinish: finish } as const;
  const isThere = (name: keyof typeof walls | "Duration" | "ManualDuration") =>
    !name.startsWith("Manual") || task.get(name) !== null;
  const lengths = (["Duration", "ManualDuration"] as const).filter(
    (name) => duration !== null && isThere(name) && readDuration(task.get(name)?.trim() ?? "") !== duration,
  );
  const moved = (Object.entries(walls) as [keyof typeof walls, WallTime | null][]).filter(
    ([name, wall]) => wall !== null && isThere(name) && parseWallTime(task.get(name) ?? "") !== wall,
  );
  return {
    ...Object.fromEntries(moved),
    ...Object.fromEntries(lengths.map((name) => [name, writeDuration(duration ?? 0)])),
  };
}

const moment = (task: WrittenTask, name: "ActualStart" | "ActualFinish", wall: string | null): TaskValues =>
  task.get(name)?.trim() === wall ? {} : { [name]: wall };

/** A link added by a user stays. */
function linkOf(task: WrittenTask, visit: ExportFacts["visit"], siteAddress: string): TaskValues {
  const own = task.get("HyperlinkAddress")?.trim() ?? "";
  const isOurs = own === "" || own.startsWith(`${siteAddress.replace(/\/$/, "")}/`);
  if (visit === undefined || !isOurs) return {};
  return { Hyperlink: visit.name, HyperlinkAddress: visit.address };
}
