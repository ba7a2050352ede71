import { Readable } from "node:stream";
import type { Download, DownloadRecord } from "./http/download.ts";

export type CsvValue = string | number | boolean | Date | null;

export interface CsvTable {
  /** Without the ending. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

export interface CsvSource {
  /** As it is to be saved, with the ending. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly record: DownloadRecord;
  /** Is begun when the first bytes are asked for, and left when nobody reads any more. */
  rows(): Iterable<readonly CsvValue[]> | AsyncIterable<readonly CsvValue[]>;
}

/** By this mark spreadsheets know UTF-8. */
const mark = "\ufeff";
/** Letters that are sent at once. */
const piece = 32 * 1024;

/** RFC 4180 with the mark by which spreadsheets know UTF-8. */
export function writeCsv({ columns, rows }: CsvTable): string {
  return `${mark}${[columns, ...rows].map(line).join("")}`;
}

/** The same, row by row as they come: a long table is never in memory as a whole. */
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

/** A spreadsheet runs what begins like a formula; with an apostrophe before it, it is a text. Numbers stay numbers. */
function cell(value: CsvValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  const text = /^[\s\u200e\u200f]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
