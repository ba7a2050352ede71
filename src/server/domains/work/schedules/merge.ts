import type { SchedulePreview, ScheduleTask } from "#contract/schedules.ts";
import { asBuilt, isSameSpan } from "./as-built.ts";
import type { FileTask } from "./mspdi/read.ts";
import { parentsOf } from "./outline.ts";
import { rollUp } from "./roll-up.ts";
import type { WorkCalendar } from "./working-time.ts";

/** A task as stored here. */
export interface KeptTask extends FileTask {
  readonly is_kept: boolean;
  /** Progress was entered here. */
  readonly is_told: boolean;
}

type Diff = Pick<SchedulePreview, "unchanged" | "added" | "changed" | "removed">;
type Field = SchedulePreview["changed"][number]["fields"][number]["field"];

/**
 * Returns the schedule after an import, and the differences. Tasks are matched by their uid. Progress entered here
 * stays, whatever the file says; the summaries above follow. No task with entered progress disappears: when the file no
 * longer has it, it is kept after all others, at the outermost level, and counts in no sum. Where a file returns the
 * exported values of a finished task, the plan stays as it was.
 */
export function merge(
  before: readonly KeptTask[],
  file: readonly FileTask[],
  calendar: WorkCalendar,
): { tasks: KeptTask[]; diff: Diff } {
  const known = new Map(before.map((task) => [task.uid, task]));
  const built = asBuilt(before, calendar);
  /** A lag may be a fraction of the duration of the predecessor: it changes with the duration in the file. */
  const lagsAsPlanned = (sent: FileTask, old: KeptTask): FileTask["predecessors"] =>
    sent.predecessors.map((link) => {
      const same = old.predecessors.find(({ uid, kind }) => uid === link.uid && kind === link.kind);
      const [span, planned] = [built.get(link.uid), known.get(link.uid)?.duration ?? 0];
      if (same === undefined || span === undefined || same.lag === link.lag) return link;
      const isShare = Math.abs(link.lag * planned - same.lag * (span.duration ?? 0)) <= planned;
      return isShare ? same : link;
    });
  const merged = file.map((sent): KeptTask => {
    const old = known.get(sent.uid);
    const span = built.get(sent.uid);
    const isOurs = old !== undefined && span !== undefined && isSameSpan(span, sent);
    const { start, finish, duration } = isOurs ? old : sent;
    const predecessors = old === undefined ? sent.predecessors : lagsAsPlanned(sent, old);
    const task = { ...sent, start, finish, duration, predecessors };
    // The progress of a task that was divided since comes from its parts.
    if (old?.is_told !== true || task.is_summary) return { ...task, is_kept: false, is_told: false };
    const { percent, actual_start, actual_finish } = old;
    return { ...task, percent, actual_start, actual_finish, is_kept: false, is_told: true };
  });
  const named = new Set(file.map(({ uid }) => uid));
  const gone = before.filter(({ uid }) => !named.has(uid));
  const kept = gone
    .filter(({ is_told }) => is_told)
    .map((task): KeptTask => ({ ...task, level: 1, is_summary: false, is_kept: true }));
  const tasks = [...rollUp(merged), ...kept];
  return {
    tasks,
    diff: {
      ...compare(before, tasks.slice(0, merged.length)),
      removed: gone
        // Tasks that were missing before are not reported.
        .filter(({ is_kept }) => !is_kept)
        .map(({ uid, wbs, name, is_told }) => ({ uid, wbs, name, is_kept: is_told })),
    },
  };
}

function compare(before: readonly KeptTask[], after: readonly KeptTask[]): Omit<Diff, "removed"> {
  const known = new Map(textsOf(before).map((texts, n) => [before[n]?.uid, texts]));
  const texts = textsOf(after);
  const diff: Omit<Diff, "removed"> = { unchanged: 0, added: [], changed: [] };
  for (const [n, { uid, wbs, name }] of after.entries()) {
    const [old, now] = [known.get(uid), texts[n]];
    if (old === undefined || now === undefined) {
      diff.added.push({ uid, wbs, name });
      continue;
    }
    const fields = (Object.keys(now) as Field[])
      .filter((field) => old[field] !== now[field])
      .map((field) => ({ field, from: shown(old[field]), to: shown(now[field]) }));
    if (fields.length === 0) diff.unchanged += 1;
    else diff.changed.push({ uid, wbs, name, fields });
  }
  return diff;
}

/** Enough of a long text to identify it. */
const LONG = 200;
const shown = (text: string): string =>
  text.length > LONG ? `${text.slice(0, LONG).toWellFormed()}…` : text;

/** Every field in readable form, independent of language. */
function textsOf(tasks: readonly KeptTask[]): Record<Field, string>[] {
  const parents = parentsOf(tasks);
  return tasks.map((task, n) => ({
    name: task.name,
    wbs: task.wbs,
    parent: tasks[parents[n] ?? -1]?.name ?? "",
    start: moment(task.start),
    finish: moment(task.finish),
    duration: hours(task.duration),
    baseline_start: moment(task.baseline_start),
    baseline_finish: moment(task.baseline_finish),
    actual_start: moment(task.actual_start),
    actual_finish: moment(task.actual_finish),
    deadline: moment(task.deadline),
    percent: `${task.percent}%`,
    is_milestone: tick(task.is_milestone),
    is_critical: tick(task.is_critical),
    predecessors: task.predecessors.map(linkText).join(", "),
    resources: task.resources.join(", "),
    notes: task.notes,
    is_kept: tick(task.is_kept),
  }));
}

const moment = (wall: string | null): string => wall?.replace("T", " ").replace(/:00$/, "") ?? "";
const hours = (minutes: number | null): string =>
  minutes === null ? "" : `${Math.round(minutes / 0.6) / 100} h`;
const tick = (is: boolean): string => (is ? "✓" : "");
const linkText = ({ uid, kind, lag }: ScheduleTask["predecessors"][number]): string =>
  `${uid}${kind}${lag === 0 ? "" : `${lag > 0 ? "+" : "−"}${hours(Math.abs(lag))}`}`;
