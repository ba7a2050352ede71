import writeWorkbook, { type Cell, type SheetData } from "write-excel-file/node";
import type { ReportHead, ReportSnag } from "./snag.ts";
import { ink, statusTones } from "./tones.ts";
import type { ReportWords } from "./words.ts";

interface Column {
  readonly header: string;
  /** In letters. */
  readonly width: number;
  cell(snag: ReportSnag): Cell;
}

/** Sheets have names of 31 letters at most, and some signs are forbidden in them. */
const sheetName = (name: string): string => name.replaceAll(/[[\]*?:/\\']/g, " ").slice(0, 31);

/**
 * The list as a workbook: a row for each snag under a head that stays, with filters. Dates are dates and numbers
 * numbers, so that they sort; what people wrote is text, whatever it begins with.
 */
export async function writeXlsx(
  head: ReportHead,
  snags: readonly ReportSnag[],
  words: ReportWords,
): Promise<Buffer> {
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
 * The format `@` makes it a text for good, also when somebody edits the cell: no formula is ever run of it. Half
 * letters and control characters are not XML.
 */
function text(value: string, { isRtl }: ReportWords) {
  const plain = value.toWellFormed().replaceAll(/[^\P{Cc}\n\t]/gu, "");
  // A cell takes 32,767 letters.
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
    plain(say.assignee, 21, ({ assignee }) => assignee),
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

/** The package names its type, but not what it wants it filled with. */
type AnyFeature = NonNullable<NonNullable<Parameters<typeof writeWorkbook>[1]>["features"]>[number];

/** `A`, `Z`, `AA`. */
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);
const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A filter in the head of every column. The order of elements in a sheet is fixed: right behind the data. */
const filters = (columns: number, rows: number): AnyFeature => ({
  files: {
    transform: {
      "xl/worksheets/sheet{id}.xml": {
        transform: (xml) =>
          xml.replace("</sheetData>", `</sheetData><autoFilter ref="A1:${letters(columns - 1)}${rows}"/>`),
      },
    },
  },
});

const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Real links, which no formula is needed for. */
function links(snags: readonly ReportSnag[], column: number): AnyFeature {
  const refs = snags.map(
    (_, at) => `<hyperlink ref="${letters(column)}${at + 2}" xmlns:r="${RELATION}" r:id="rIdSnag${at}"/>`,
  );
  const relations = snags.map(
    ({ link }, at) =>
      `<Relationship Id="rIdSnag${at}" Type="${RELATION}/hyperlink" Target="${escaped(link)}" TargetMode="External"/>`,
  );
  return {
    files: {
      transform: {
        "xl/worksheets/sheet{id}.xml": {
          transform(xml) {
            if (refs.length === 0) return xml;
            const place =
              /<(?:printOptions|pageMargins|pageSetup|headerFooter|drawing|legacyDrawing)\b|<\/worksheet>/.exec(
                xml,
              );
            const at = place?.index ?? xml.length;
            return `${xml.slice(0, at)}<hyperlinks>${refs.join("")}</hyperlinks>${xml.slice(at)}`;
          },
        },
        "xl/worksheets/_rels/sheet{id}.xml.rels": { insert: () => relations.join("") },
      },
    },
  };
}

/** What it is of stands in its properties. */
const titled = ({ project, at }: ReportHead, { say }: ReportWords): AnyFeature => ({
  files: {
    transform: {
      "[Content_Types].xml": {
        insert: () =>
          '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
      },
      "_rels/.rels": {
        insert: () =>
          '<Relationship Id="rIdCore" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
      },
    },
    write: {
      files: () => ({
        "docProps/core.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(`${say.title} – ${project.name}`)}</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">${at.toISOString()}</dcterms:created></cp:coreProperties>`,
      }),
    },
  },
});
