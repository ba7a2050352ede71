import { Readable } from "node:stream";
import type { Download, DownloadRecord } from "./http/download.ts";

export type CsvValue = string | number | boolean | Date | null;

export interface CsvTable {
  /** Without the extension. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

export interface CsvSource {
  /** File name for saving, with the extension. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly record: DownloadRecord;
  /** Started when the first bytes are requested, and stopped when the reader closes. */
  rows(): Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>;
}

/** Byte order mark by which spreadsheets recognise UTF-8. */
const mark = "\ufeff";
/** Characters sent at once. */
const piece = 32 * 1024;

/** RFC 4180 with the byte order mark by which spreadsheets recognise UTF-8. */
export function writeCsv({ columns, rows }: CsvTable): string {
  return `${mark}${[columns, ...rows].map(line).join("")}`;
}

/** The same, streamed row by row: a long table is never in memory as a whole. */
export function csvDownload({ name, columns, record, rows }: CsvSource): Download {
  const text = async function* () {
    let waiting = `${mark}${line(columns)}`;
    for await (const row of rows()) {
      waiting += line(row);
      if (waiting.length < piece) continue;
      yield waiting;
      waiting = "";
    }
    yield waiting;
  };
  return { name, record, open: () => Readable.from(text(), { objectMode: false }) };
}

const line = (row: readonly CsvValue[]) => `${row.map(cell).join(",")}\r\n`;

/** A spreadsheet runs text that starts like a formula; a leading apostrophe makes it text. Numbers stay numbers. */
function cell(value: CsvValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  const text = /^[\s\u200e\u200f]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
