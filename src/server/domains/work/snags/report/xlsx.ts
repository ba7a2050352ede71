import type { Cell, SheetData } from "write-excel-file/node";
import { ink } from "#server/platform/pdf/ink.ts";
import type { ReportHead, ReportSnag } from "./snag.ts";
import { statusTones } from "./tones.ts";
import type { ReportWords } from "./words.ts";
import { filters, links, titled } from "./workbook-parts.ts";

interface Column {
  readonly header: string;
  /** In characters. */
  readonly width: number;
  cell(snag: ReportSnag): Cell;
}

/** Sheet names have 31 characters at most, and some characters are forbidden in them. */
const sheetName = (name: string): string => name.replaceAll(/[[\]*?:/\\']/g, " ").slice(0, 31);

/**
 * The list as a workbook: a row for each snag under a frozen header, with filters. Dates are dates and numbers are
 * numbers, so that they sort; user text is text, whatever it begins with.
 */
export async function writeXlsx(
  head: ReportHead,
  snags: readonly ReportSnag[],
  words: ReportWords,
): Promise<Buffer> {
  const { default: writeWorkbook } = await import("write-excel-file/node");
  const columns = columnsOf(words);
  const header: Cell[] = columns.map((column) => ({
    ...text(column.header, words),
    fontWeight: "bold",
    backgroundColor: ink.sunken,
    bottomBorderStyle: "thin",
    bottomBorderColor: ink.line,
    alignVertical: "center",
    height: 24,
  }));
  const data: SheetData = [header, ...snags.map((snag) => columns.map(({ cell }) => cell(snag)))];
  return writeWorkbook(
    data,
    {
      sheet: sheetName(words.say.file.xlsx),
      columns: columns.map(({ width }) => ({ width })),
      stickyRowsCount: 1,
      rightToLeft: words.isRtl,
      orientation: "landscape",
      showGridLines: false,
    },
    {
      fontFamily: "Calibri",
      fontSize: 11,
      features: [
        filters(columns.length, snags.length + 1),
        links(snags, columns.length - 1),
        titled(head, words),
      ],
    },
  ).toBuffer();
}

const DATE = "yyyy-mm-dd";

/**
 * The format `@` makes it text permanently, even when a user edits the cell: it never runs as a formula. Lone
 * surrogates and control characters are invalid in XML.
 */
function text(value: string, { isRtl }: ReportWords) {
  const plain = value.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "");
  // A cell holds 32,767 characters.
  return {
    type: String,
    value: plain.slice(0, 32_000),
    format: "@",
    align: isRtl ? "right" : "left",
    alignVertical: "top",
  } as const;
}

function columnsOf(words: ReportWords): Column[] {
  const { say, statuses, priorities } = words;
  const plain = (header: string, width: number, value: (snag: ReportSnag) => string): Column => ({
    header,
    width,
    cell: (snag) => (value(snag) === "" ? null : text(value(snag), words)),
  });
  const wrapped = (header: string, width: number, value: (snag: ReportSnag) => string): Column => ({
    header,
    width,
    cell: (snag) => (value(snag) === "" ? null : { ...text(value(snag), words), wrap: true }),
  });
  const date = (header: string, value: (snag: ReportSnag) => Date | null): Column => ({
    header,
    width: 13,
    cell(snag) {
      const at = value(snag);
      return at === null ? null : { type: Date, value: at, format: DATE, alignVertical: "top" };
    },
  });
  const count = (header: string, width: number, value: (snag: ReportSnag) => number): Column => ({
    header,
    width,
    cell: (snag) => ({ type: Number, value: value(snag), format: "0", alignVertical: "top" }),
  });
  return [
    count(say.number, 7, ({ number }) => number),
    wrapped(say.snag_title, 38, ({ title }) => title),
    {
      header: say.status,
      width: 19,
      cell: ({ status }) => ({
        ...text(statuses[status], words),
        backgroundColor: statusTones[status].soft,
        textColor: statusTones[status].text,
      }),
    },
    plain(say.priority, 11, ({ priority }) => priorities[priority]),
    plain(say.trade, 19, ({ trade }) => trade),
    plain(say.assignee, 21, (snag) => words.assigned(snag)),
    date(say.due, ({ due }) => (due === null ? null : new Date(`${due}T00:00:00Z`))),
    plain(say.is_overdue, 12, ({ isOverdue }) => (isOverdue ? say.yes : "")),
    plain(say.visit, 22, ({ visit }) => visit),
    plain(say.room, 20, ({ room }) => room),
    plain(say.plan, 18, ({ plan }) => plan?.name ?? ""),
    wrapped(say.text, 60, ({ text }) => text),
    count(say.comment_count, 12, ({ comments }) => comments.length),
    count(say.photo_count, 10, ({ photos }) => photos.length),
    plain(say.author, 20, ({ author }) => author),
    date(say.created, ({ createdAt }) => createdAt),
    date(say.updated, ({ updatedAt }) => updatedAt),
    date(say.closed, ({ closedAt }) => closedAt),
    {
      header: say.link,
      width: 24,
      cell: () => ({ ...text(say.open, words), textColor: ink.accent, textDecoration: { underline: true } }),
    },
  ];
}
