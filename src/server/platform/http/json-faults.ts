import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";

/**
 * An object or an array that is open while the text is scanned: the keys it has had, and whether the next string is a
 * key.
 */
interface Open {
  readonly keys: Set<string> | null;
  expectsKey: boolean;
}

/**
 * Refuses JSON that parsers read differently, before it is parsed: a duplicate key in one object (first or last counts,
 * depending on the reader), half of a surrogate pair, which UTF-8 cannot hold, and nesting beyond the limit. Throws
 * BAD_REQUEST, JSON_KEY_TWICE or TEXT_BROKEN. Text that is not JSON at all is left to the parser.
 */
export function refuseFaults(text: string): void {
  const open: Open[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const end = endOfString(text, at);
      readString(text.slice(at, end + 1), open.at(-1));
      at = end;
    } else if (letter === "{" || letter === "[") {
      if (open.length === limits.json.depth) throw new AppError("BAD_REQUEST");
      open.push({ keys: letter === "{" ? new Set() : null, expectsKey: letter === "{" });
    } else if (letter === "}" || letter === "]") open.pop();
    else if (letter === ",") expectKey(open.at(-1));
  }
}

function expectKey(object: Open | undefined): void {
  if (object !== undefined) object.expectsKey = object.keys !== null;
}

/** Index of the closing quote; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function readString(quoted: string, object: Open | undefined): void {
  const isKey = object?.expectsKey === true;
  if (!isKey && !quoted.includes("\\u")) return;
  const value = unescaped(quoted);
  if (value === undefined) return;
  if (!value.isWellFormed()) throw new AppError("TEXT_BROKEN");
  if (!isKey || object.keys === null) return;
  // Compared unescaped: `"a"` and `"\u0061"` name the same field.
  if (object.keys.has(value)) throw new AppError("JSON_KEY_TWICE", { values: { key: value.slice(0, 100) } });
  object.keys.add(value);
  object.expectsKey = false;
}

function unescaped(quoted: string): string | undefined {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
