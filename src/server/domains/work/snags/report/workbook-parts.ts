import type writeWorkbook from "write-excel-file/node";
import type { ReportHead, ReportSnag } from "./snag.ts";
import type { ReportWords } from "./words.ts";

/** The package exports the type, but not its required argument. */
type AnyFeature = NonNullable<NonNullable<Parameters<typeof writeWorkbook>[1]>["features"]>[number];

/** `A`, `Z`, `AA`. */
const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);
const escaped = (value: string): string =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A filter in the header of every column. The order of elements in a sheet is fixed: directly after the data. */
export const filters = (columns: number, rows: number): AnyFeature => ({
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

/** Real links, without formulas. */
export function links(snags: readonly ReportSnag[], column: number): AnyFeature {
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

/** Writes the subject into the workbook's properties. */
export const titled = ({ project, at }: ReportHead, { say }: ReportWords): AnyFeature => ({
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
