import { AppError } from "#server/platform/errors.ts";

/** Range of an element in a text: from `start` to before `end`; its content from `innerStart` to before `innerEnd`. */
export interface Spot {
  /** As written, with its prefix if any. */
  readonly tag: string;
  readonly start: number;
  readonly innerStart: number;
  readonly innerEnd: number;
  readonly end: number;
}

/** One of a project's many records: a task, a resource, an assignment. */
export interface RecordSpot extends Spot {
  readonly children: readonly Spot[];
}

export interface Found {
  readonly tasks: readonly RecordSpot[];
  readonly resources: readonly RecordSpot[];
  readonly assignments: readonly RecordSpot[];
}

/** Depth limit: schedules need six; a deeper file is an attack. */
const DEPTH = 16;
const NAME = /^[\p{L}_][\p{L}\p{N}_.:-]*$/u;

/** The name without its prefix. */
export const localName = (tag: string): string => tag.slice(tag.indexOf(":") + 1);

interface Open {
  readonly tag: string;
  readonly start: number;
  readonly innerStart: number;
  readonly children: Spot[];
}

/**
 * Scans untrusted XML once: every element is closed by its own name, nesting is within the depth limit, and there are
 * no declarations (expanding entities, external files). Returns the ranges of its records, in their order. Throws
 * `SCHEDULE_UNREADABLE`.
 */
export function findRecords(xml: string): Found {
  const lists = new Map<string, RecordSpot[]>(
    ["Tasks/Task", "Resources/Resource", "Assignments/Assignment"].map((path) => [path, []]),
  );
  const open: Open[] = [];
  let roots = 0;
  let at = 0;
  for (;;) {
    const start = xml.indexOf("<", at);
    if (start === -1) break;
    if (xml.startsWith("<!--", start)) at = past(xml, "-->", start + 4);
    else if (xml.startsWith("<?", start)) at = past(xml, "?>", start + 2);
    else if (xml.startsWith("<![CDATA[", start) && open.length > 0) at = past(xml, "]]>", start + 9);
    else if (xml.startsWith("<!", start)) throw unreadable();
    else if (xml[start + 1] === "/") {
      at = past(xml, ">", start);
      const element = open.pop();
      if (element === undefined || xml.slice(start + 2, at - 1).trimEnd() !== element.tag) throw unreadable();
      close(element, start, at);
    } else {
      at = pastTag(xml, start + 1);
      const isEmpty = xml[at - 2] === "/";
      const tag = nameIn(xml, start + 1, isEmpty ? at - 2 : at - 1);
      const element = { tag, start, innerStart: at, children: [] };
      if (open.length === 0) roots += 1;
      if (isEmpty) close(element, at, at);
      else if (open.push(element) > DEPTH) throw unreadable();
    }
  }
  if (open.length > 0 || roots !== 1) throw unreadable();
  const [tasks = [], resources = [], assignments = []] = lists.values();
  return { tasks, resources, assignments };

  function close({ tag, start, innerStart, children }: Open, innerEnd: number, end: number): void {
    const spot = { tag, start, innerStart, innerEnd, end };
    // Project, Tasks, Task and its elements.
    if (open.length === 3) open[2]?.children.push(spot);
    if (open.length === 2 && localName(open[0]?.tag ?? "") === "Project")
      lists.get(`${localName(open[1]?.tag ?? "")}/${localName(tag)}`)?.push({ ...spot, children });
  }
}

const unreadable = () => new AppError("SCHEDULE_UNREADABLE");

function past(xml: string, ending: string, from: number): number {
  const found = xml.indexOf(ending, from);
  if (found === -1) throw unreadable();
  return found + ending.length;
}

/** Position after the end of a start tag; a `>` within the quotes of an attribute does not end it. */
function pastTag(xml: string, from: number): number {
  let at = from;
  for (;;) {
    const end = past(xml, ">", at);
    const quote = /["']/.exec(xml.slice(at, end));
    if (quote === null) return end;
    at = past(xml, quote[0], at + quote.index + 1);
  }
}

function nameIn(xml: string, from: number, to: number): string {
  const text = xml.slice(from, to);
  const end = text.search(/\s/);
  const name = end === -1 ? text : text.slice(0, end);
  if (!NAME.test(name)) throw unreadable();
  return name;
}
