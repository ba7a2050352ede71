export type CsvValue = string | number | boolean | Date | null;

export interface CsvTable {
  /** Without the ending. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly CsvValue[])[];
}

/** RFC 4180 with the mark by which spreadsheets know UTF-8. */
export function writeCsv({ columns, rows }: CsvTable): string {
  return `\ufeff${[columns, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

/** A spreadsheet runs what begins like a formula; with an apostrophe before it, it is a text. Numbers stay numbers. */
function cell(value: CsvValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  const text = /^[\s\u200e\u200f]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
