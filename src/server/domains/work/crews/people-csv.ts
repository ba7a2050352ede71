import { crewLanguages } from "#contract/choices.ts";
import { crewLimits } from "#contract/crews.limits.ts";
import { CrewPersonInput, type crewRowProblems } from "#contract/crews.ts";

type Problem = (typeof crewRowProblems)[number];
type NewPerson = ReturnType<typeof CrewPersonInput.parse>;

export interface CsvPerson {
  /** Line of the file, from 1. */
  readonly row: number;
  /** As written. */
  readonly name: string;
  readonly person: NewPerson | undefined;
  readonly problem: Problem | undefined;
}

const columns = ["name", "email", "phone", "language"] as const;
type Column = (typeof columns)[number];

/** Headings in English and Arabic; without any, the columns are in the order above. */
const headings: Readonly<Record<Column, readonly string[]>> = {
  name: ["name", "full name", "person", "الاسم", "اسم"],
  email: ["email", "e-mail", "mail", "البريد الإلكتروني", "البريد", "الإيميل"],
  phone: ["phone", "mobile", "tel", "telephone", "number", "whatsapp", "الهاتف", "الجوال", "رقم الجوال"],
  language: ["language", "lang", "اللغة"],
};

/** Names of languages that people write instead of codes. */
const named: Readonly<Record<string, (typeof crewLanguages)[number]>> = {
  english: "en",
  الإنجليزية: "en",
  arabic: "ar",
  عربي: "ar",
  العربية: "ar",
  urdu: "ur",
  اردو: "ur",
  اردُو: "ur",
  hindi: "hi",
  हिन्दी: "hi",
  bengali: "bn",
  bangla: "bn",
  বাংলা: "bn",
};

/** Reads people from CSV: with or without a line of headings, separated by commas, semicolons or tabs. Empty lines are skipped. */
export function readPeople(csv: string): CsvPerson[] {
  const lines = parseCsv(csv.replace(/^\ufeff/, ""));
  const first = lines[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
  const found = columns.map((column) => first.findIndex((cell) => headings[column].includes(cell)));
  const hasHeadings = found[0] !== -1;
  const at = (column: number) => (hasHeadings ? (found[column] ?? -1) : column);
  return (hasHeadings ? lines.slice(1) : lines)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .slice(0, crewLimits.rows)
    .map(({ row, cells }) => {
      const [name = "", email = "", phone = "", language = ""] = columns.map((_, column) =>
        (cells[at(column)] ?? "").trim(),
      );
      return personOf(row, { name, email, phone, language });
    });
}

function personOf(row: number, fields: Readonly<Record<Column, string>>): CsvPerson {
  const { name, language } = fields;
  const code = language === "" ? undefined : (named[language.toLowerCase()] ?? language.toLowerCase());
  const parsed = CrewPersonInput.safeParse({ ...fields, language: code });
  if (parsed.success) return { row, name, person: parsed.data, problem: undefined };
  const [issue] = parsed.error.issues;
  const field = issue?.path[0];
  const isMissing = issue?.message === "crews.address_required";
  const problem = isMissing ? "address" : columns.find((column) => column === field);
  return { row, name, person: undefined, problem: problem ?? "name" };
}

interface Line {
  readonly row: number;
  readonly cells: readonly string[];
}

/** RFC 4180, with the separator that the first line has most of. `row`: the line of the file at which it begins. */
function parseCsv(text: string): Line[] {
  const separator = separatorOf(text);
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let row = 1;
  let began = 1;
  const endLine = () => {
    lines.push({ row: began, cells: [...cells, cell] });
    cells = [];
    cell = "";
    began = row;
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (letter === "\n") row += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell.trim() === "") {
      isQuoted = true;
      cell = "";
    } else if (letter === separator) {
      cells.push(cell);
      cell = "";
    } else if (letter === "\n") endLine();
    else if (letter !== "\r") cell += letter;
  }
  if (cell !== "" || cells.length > 0) endLine();
  return lines;
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.indexOf("\n") < 0 ? undefined : text.indexOf("\n"));
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
