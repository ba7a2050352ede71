type Attributes = Readonly<Record<string, string | number | undefined>>;
/** Already written XML, or nothing. */
type Child = string | undefined;

/** What XML 1.0 has no way to say, not even escaped: control characters, halves of letters, two that are no letters. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A reader of attributes would take them for blanks, one of texts a return for a line end.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Text as it may stand in any XML. */
export const plainText = (text: string): string => text.toWellFormed().replaceAll(UNWRITABLE, "");

const escapeText = (text: string) => plainText(text).replaceAll(/[&<>\r]/g, (sign) => signs[sign] ?? "");
const escapeAttribute = (text: string) =>
  plainText(text).replaceAll(/[&<>"\t\n\r]/g, (sign) => signs[sign] ?? "");

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");

/** An element around others; those that are undefined are left out. */
export function element(name: string, attributes: Attributes, ...children: readonly Child[]): string {
  const inner = children.filter((child) => child !== undefined).join("");
  const start = `${name}${attributesOf(attributes)}`;
  return inner === "" ? `<${start}/>` : `<${start}>${inner}</${name}>`;
}

/** An element around a text; nothing when there is none, as the format allows no empty ones. */
export function leaf(name: string, value: string | number | null | undefined): Child {
  const text = value === null || value === undefined ? "" : String(value).trim();
  return plainText(text).trim() === "" ? undefined : `<${name}>${escapeText(text)}</${name}>`;
}

/** An element around a text as it is, blanks and all. */
export const textElement = (name: string, attributes: Attributes, text: string): string =>
  element(name, attributes, text === "" ? undefined : escapeText(text));

/** An element around as many others as there are; nothing without any. */
export const listOf = (name: string, children: readonly Child[]): Child =>
  children.length === 0 ? undefined : element(name, {}, ...children);

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
