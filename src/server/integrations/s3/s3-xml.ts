import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({
  ignoreAttributes: true,
  // Keys and sizes are text until converted explicitly: `0123` is not a number.
  parseTagValue: false,
  isArray: (name) => ["Contents", "CommonPrefixes", "Upload", "Error"].includes(name),
});

/** Returns an answer's elements below its root. An empty object for invalid XML. */
export function readXml(text: string, outermost: string): Readonly<Record<string, unknown>> {
  try {
    const found: unknown = (parser.parse(text) as Record<string, unknown>)[outermost];
    const inside: unknown = Array.isArray(found) ? found[0] : found;
    return typeof inside === "object" && inside !== null ? (inside as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? (value as Record<string, unknown>[]) : [];

/** The body of DeleteObjects; keys consist of letters, digits and a few characters that XML needs no escape for. */
export const deleteXml = (keys: readonly string[]): string =>
  `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${keys.map((key) => `<Object><Key>${key}</Key></Object>`).join("")}<Quiet>true</Quiet></Delete>`;

/** The body of CompleteMultipartUpload, parts in their order. */
export const completeXml = (etags: readonly string[]): string =>
  `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${etags
    .map(
      (etag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag.replaceAll('"', "&quot;")}</ETag></Part>`,
    )
    .join("")}</CompleteMultipartUpload>`;
