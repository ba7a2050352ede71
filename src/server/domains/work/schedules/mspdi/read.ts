import { XMLParser } from "fast-xml-parser";
import { limits } from "#contract/limits.ts";
import type { SchedulePreview, ScheduleTask } from "#contract/schedules.ts";
import { AppError } from "#server/platform/errors.ts";
import { parseWallTime } from "../wall-clock.ts";
import type { WorkCalendar } from "../working-time.ts";
import { readCalendar } from "./calendar.ts";
import { child, children, isTrue, type Node, text, whole } from "./nodes.ts";
import { type Found, findRecords, localName } from "./scan.ts";
import { escapeText } from "./text.ts";
import { readDuration, withoutOurNote } from "./values.ts";
import { warningsOf } from "./warnings.ts";

/** A task as read from a file. */
export interface FileTask {
  readonly uid: number;
  readonly level: number;
  readonly wbs: string;
  readonly name: string;
  readonly is_summary: boolean;
  readonly is_milestone: boolean;
  readonly is_critical: boolean;
  readonly start: string | null;
  readonly finish: string | null;
  readonly baseline_start: string | null;
  readonly baseline_finish: string | null;
  readonly actual_start: string | null;
  readonly actual_finish: string | null;
  readonly deadline: string | null;
  readonly duration: number | null;
  readonly percent: number;
  readonly predecessors: ScheduleTask["predecessors"];
  readonly resources: readonly string[];
  readonly notes: string;
}

export type Warning = SchedulePreview["warnings"][number];

export interface FileSchedule {
  readonly name: string;
  readonly calendar: WorkCalendar;
  /** In outline order. */
  readonly tasks: readonly FileTask[];
  readonly warnings: readonly Warning[];
}

/** Elements that may occur once or many times. */
const lists = new Set([
  "Task",
  "Resource",
  "Assignment",
  "Calendar",
  "PredecessorLink",
  "Baseline",
  "WeekDay",
  "WorkWeek",
  "WorkingTime",
  "Exception",
]);
/** Elements read from the project's many records: a task has three times as many, an assignment ten times. */
const read = {
  tasks: named(`
    UID Name Active IsNull WBS OutlineNumber OutlineLevel Start Finish Duration Milestone Critical
    PercentComplete ActualStart ActualFinish Deadline Notes PredecessorLink Baseline`),
  resources: named("UID Name"),
  assignments: named("TaskUID ResourceUID"),
};

function named(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}

/** The same schedule without unread elements: a large file shrinks to a tenth of the objects. */
function essence(xml: string, found: Found): string {
  const parts: string[] = [];
  let at = 0;
  const records = (["tasks", "resources", "assignments"] as const).flatMap((list) =>
    found[list].map((record) => ({ record, names: read[list] })),
  );
  for (const { record, names } of records.toSorted((a, b) => a.record.start - b.record.start)) {
    parts.push(xml.slice(at, record.innerStart));
    for (const { tag, start, end } of record.children)
      if (names.has(localName(tag))) parts.push(xml.slice(start, end));
    at = record.innerEnd;
  }
  return parts.join("") + xml.slice(at);
}

const parser = () =>
  new XMLParser({
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    // Declarations are refused (see `findRecords`), and the five predefined entities are decoded where a text is read.
    processEntities: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    maxNestedTags: 20,
    isArray: (name) => lists.has(name),
  });

const kinds = ["FF", "FS", "SF", "SS"] as const;
/** Lags that are a fraction of the predecessor's duration instead of a time. */
const PERCENT_FORMATS: readonly (number | null)[] = [19, 20, 51, 52];
const NAME = 512;
const RESOURCES = 50;

/**
 * Reads a schedule saved as XML by Microsoft Project. Throws `SCHEDULE_UNREADABLE` for anything else,
 * `SCHEDULE_TASKS_FULL` for more tasks than a schedule can have. Irregular content is read as far as possible, with a
 * warning.
 */
export function readSchedule(xml: string): FileSchedule {
  const most = limits.schedule.tasks;
  // The scan refuses attacks before a parser sees them.
  const found = findRecords(xml);
  if (found.tasks.length > most + 1) throw new AppError("SCHEDULE_TASKS_FULL", { values: { n: most } });
  const project = parse(essence(xml, found));
  const warnings: Warning[] = [];
  const nodes = rowsOf(project, warnings);
  if (nodes.length > most) throw new AppError("SCHEDULE_TASKS_FULL", { values: { n: most } });
  const levels = levelsOf(nodes, warnings);
  const resources = resourcesOf(project);
  const durations = new Map(nodes.map(({ uid, node }) => [uid, readDuration(text(node, "Duration"))]));
  const tasks = nodes.map(({ uid, node }, n): FileTask => {
    const level = levels[n] ?? 1;
    const baseline = children(node, "Baseline").find((one) => (whole(one, "Number") ?? 0) === 0) ?? {};
    return {
      uid,
      level,
      wbs: text(node, "WBS") || text(node, "OutlineNumber"),
      name: text(node, "Name").slice(0, NAME),
      // The written flag may be wrong; a row with rows below it is a summary.
      is_summary: (levels[n + 1] ?? 0) > level,
      is_milestone: isTrue(node, "Milestone"),
      is_critical: isTrue(node, "Critical"),
      start: parseWallTime(text(node, "Start")),
      finish: parseWallTime(text(node, "Finish")),
      baseline_start: parseWallTime(text(baseline, "Start")),
      baseline_finish: parseWallTime(text(baseline, "Finish")),
      actual_start: parseWallTime(text(node, "ActualStart")),
      actual_finish: parseWallTime(text(node, "ActualFinish")),
      deadline: parseWallTime(text(node, "Deadline")),
      duration: durations.get(uid) ?? null,
      percent: Math.min(100, Math.max(0, whole(node, "PercentComplete") ?? 0)),
      predecessors: predecessorsOf(uid, node, durations, warnings),
      resources: resources.get(uid) ?? [],
      notes: notesOf(uid, node, warnings),
    };
  });
  return {
    name: text(project, "Title") || text(project, "Name").replace(/\.(?:xml|mpp)$/i, ""),
    calendar: readCalendar(project),
    tasks,
    warnings: [...warnings, ...warningsOf(tasks)],
  };
}

function parse(xml: string): Node {
  try {
    const root = parser().parse(withoutCdata(xml)) as Node;
    const project = child(root, "Project");
    // Other programs have files whose outermost element has that name, too.
    if (project["Tasks"] !== undefined) return project;
  } catch (cause) {
    throw new AppError("SCHEDULE_UNREADABLE", { cause });
  }
  throw new AppError("SCHEDULE_UNREADABLE");
}

/** The same text, with CDATA sections converted to ordinary text. */
const withoutCdata = (xml: string): string =>
  xml.includes("<![CDATA[")
    ? xml.replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inside: string) => escapeText(inside))
    : xml;

interface Row {
  readonly uid: number;
  readonly node: Node;
}

/** Without the summary of the whole project (level 0, or uid 0), empty lines, and tasks made inactive in Project. */
function rowsOf(project: Node, warnings: Warning[]): Row[] {
  const known = new Set<number>();
  return children(child(project, "Tasks"), "Task").flatMap((node) => {
    const uid = whole(node, "UID");
    if (uid === 0 || outlineLevel(node) === 0) return [];
    const isOff = text(node, "Active") === "0" || /^false$/i.test(text(node, "Active"));
    if (uid === null || uid < 0 || isTrue(node, "IsNull") || isOff) {
      warnings.push({ kind: "null_task", uid, detail: text(node, "Name") });
      return [];
    }
    if (known.has(uid)) {
      warnings.push({ kind: "cut", uid, detail: text(node, "Name") });
      return [];
    }
    known.add(uid);
    return [{ uid, node }];
  });
}

/** As written, else by the outline number: `1.2.1` is the third level. */
function outlineLevel(node: Node): number {
  const level = whole(node, "OutlineLevel");
  if (level !== null) return Math.max(0, level);
  const number = text(node, "OutlineNumber");
  return number === "" ? 1 : number.split(".").length;
}

/** A row can be at most one level deeper than the previous row: deeper ones are reduced to that. */
function levelsOf(rows: readonly Row[], warnings: Warning[]): number[] {
  const levels: number[] = [];
  for (const { uid, node } of rows) {
    const [level, deepest] = [outlineLevel(node), (levels.at(-1) ?? 0) + 1];
    if (level > deepest) warnings.push({ kind: "level_jump", uid, detail: `${level} → ${deepest}` });
    levels.push(Math.min(level, deepest));
  }
  return levels;
}

function predecessorsOf(
  uid: number,
  node: Node,
  durations: ReadonlyMap<number, number | null>,
  warnings: Warning[],
): ScheduleTask["predecessors"] {
  const links = children(node, "PredecessorLink");
  const found = links.flatMap((link): ScheduleTask["predecessors"] => {
    const other = whole(link, "PredecessorUID");
    if (other === null || !durations.has(other)) {
      const elsewhere = text(link, "CrossProjectName");
      // The project's own summary has no row, and is no mistake.
      if (other !== 0)
        warnings.push({ kind: "unknown_predecessor", uid, detail: elsewhere || String(other ?? "?") });
      return [];
    }
    const lag = whole(link, "LinkLag") ?? 0;
    const isPart = PERCENT_FORMATS.includes(whole(link, "LagFormat"));
    return [
      {
        uid: other,
        kind: kinds[whole(link, "Type") ?? 1] ?? "FS",
        lag: Math.round(isPart ? ((durations.get(other) ?? 0) * lag) / 100 : lag / 10),
      },
    ];
  });
  const most = limits.schedule.predecessors;
  if (found.length > most) warnings.push({ kind: "cut", uid, detail: `${found.length} → ${most}` });
  return found.slice(0, most);
}

function notesOf(uid: number, node: Node, warnings: Warning[]): string {
  const notes = withoutOurNote(text(node, "Notes")).replaceAll(/\r\n?/g, "\n");
  const most = limits.schedule.notes;
  if (notes.length > most) warnings.push({ kind: "cut", uid, detail: `${notes.length} → ${most}` });
  return notes.slice(0, most).toWellFormed();
}

/** Names of the resources of each task, in the order of the assignments. */
function resourcesOf(project: Node): ReadonlyMap<number, readonly string[]> {
  const names = new Map(
    children(child(project, "Resources"), "Resource").map((one) => [whole(one, "UID"), text(one, "Name")]),
  );
  const byTask = new Map<number, string[]>();
  for (const one of children(child(project, "Assignments"), "Assignment")) {
    const [task, name] = [whole(one, "TaskUID"), names.get(whole(one, "ResourceUID")) ?? ""];
    // Work without a resource has an assignment, too.
    if (task === null || name === "") continue;
    const list = byTask.get(task) ?? [];
    byTask.set(task, list);
    if (!list.includes(name) && list.length < RESOURCES) list.push(name.slice(0, NAME));
  }
  return byTask;
}
