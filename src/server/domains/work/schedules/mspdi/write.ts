import { type Read, rankOf, type Written } from "./order.ts";
import { findRecords, localName, type RecordSpot, type Spot } from "./scan.ts";
import { escapeText, unescapeText } from "./text.ts";

/** Values to write into a task; null removes the element. Unnamed elements stay as they are. */
export type TaskValues = { readonly [name in Written]?: string | null };

/** A task as written in the file. */
export interface WrittenTask {
  readonly uid: number | null;
  readonly level: number | null;
  /** The text of an element; null where there is none. */
  get(name: Read): string | null;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * Returns the same file with other values in its tasks. Elements that already have their value stay byte for byte; new
 * ones are inserted in the order of the format, indented like their neighbours.
 */
export function writeTasks(xml: string, valuesOf: (task: WrittenTask) => TaskValues): string {
  const edits: Edit[] = [];
  for (const spot of findRecords(xml).tasks) {
    const task = taskAt(xml, spot);
    const wanted = Object.entries(valuesOf(task)) as [Written, string | null][];
    for (const [name, value] of wanted.toSorted(([a], [b]) => rankOf(a) - rankOf(b))) {
      if (task.get(name) === value || value === undefined) continue;
      const found = spot.children.find(({ tag }) => localName(tag) === name);
      if (found === undefined) edits.push(insertion(xml, spot, name, value ?? ""));
      else edits.push(value === null ? removal(xml, found) : replacement(found, value));
    }
  }
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text } of edits) {
    parts.push(xml.slice(at, from), text);
    at = to;
  }
  return parts.join("") + xml.slice(at);
}

function taskAt(xml: string, { children }: RecordSpot): WrittenTask {
  const get = (name: Read) => {
    const spot = children.find(({ tag }) => localName(tag) === name);
    return spot === undefined ? null : plainOf(xml.slice(spot.innerStart, spot.innerEnd));
  };
  const number = (text: string | null) =>
    text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
  return { get, uid: number(get("UID")), level: number(get("OutlineLevel")) };
}

/** Text content between tags, without comments. */
const plainOf = (inner: string): string =>
  inner
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->)/)
    .map((part) =>
      part.startsWith("<![CDATA[") ? part.slice(9, -3) : part.startsWith("<!--") ? "" : unescapeText(part),
    )
    .join("")
    .replaceAll(/\r\n?/g, "\n");

const replacement = ({ tag, start, end }: Spot, value: string): Edit => ({
  from: start,
  to: end,
  text: element(tag, value),
});

/** Removes the element with its line. */
function removal(xml: string, { start, end }: Spot): Edit {
  return { from: start - blankBefore(xml, start).length, to: end, text: "" };
}

function insertion(xml: string, task: RecordSpot, name: Written, value: string): Edit {
  const { children, tag, innerEnd } = task;
  const text = element(`${tag.slice(0, tag.indexOf(":") + 1)}${name}`, value);
  const next = children.find((one) => rankOf(localName(one.tag)) > rankOf(name));
  const last = children.at(-1);
  if (next !== undefined)
    return { from: next.start, to: next.start, text: `${text}${blankBefore(xml, next.start)}` };
  const at = last?.end ?? innerEnd;
  return { from: at, to: at, text: `${last === undefined ? "" : blankBefore(xml, last.start)}${text}` };
}

/** The line end and the indentation before an element. */
function blankBefore(xml: string, at: number): string {
  let from = at;
  while (from > 0 && /\s/.test(xml[from - 1] ?? "")) from -= 1;
  return xml.slice(from, at);
}

const element = (tag: string, value: string): string => `<${tag}>${escapeText(value)}</${tag}>`;
