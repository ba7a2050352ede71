type Attributes = Readonly<Record<string, string | number | undefined>>;
/** Already written XML, or nothing. */
type Child = string | undefined;

/** Characters that XML 1.0 cannot represent, not even escaped: control characters, lone surrogates, two noncharacters. */
const UNWRITABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;

const signs: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // A parser would normalize them to spaces in attributes, and a carriage return in text to a line feed.
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Text that is valid in any XML. */
export const plainText = (text: string): string => text.toWellFormed().replaceAll(UNWRITABLE, "");

const escapeText = (text: string) => plainText(text).replaceAll(/[&<>\r]/g, (sign) => signs[sign] ?? "");
const escapeAttribute = (text: string) =>
  plainText(text).replaceAll(/[&<>"\t\n\r]/g, (sign) => signs[sign] ?? "");

const attributesOf = (attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(String(value))}"`)
    .join("");

/** An element with children; undefined ones are omitted. */
export function element(name: string, attributes: Attributes, ...children: readonly Child[]): string {
  const inner = children.filter((child) => child !== undefined).join("");
  const start = `${name}${attributesOf(attributes)}`;
  return inner === "" ? `<${start}/>` : `<${start}>${inner}</${name}>`;
}

/** An element with text; undefined when it is empty, as the format allows no empty ones. */
export function leaf(name: string, value: string | number | null | undefined): Child {
  const text = value === null || value === undefined ? "" : String(value).trim();
  return plainText(text).trim() === "" ? undefined : `<${name}>${escapeText(text)}</${name}>`;
}

/** An element with text, whitespace preserved. */
export const textElement = (name: string, attributes: Attributes, text: string): string =>
  element(name, attributes, text === "" ? undefined : escapeText(text));

/** An element with any number of children; undefined without any. */
export const listOf = (name: string, children: readonly Child[]): Child =>
  children.length === 0 ? undefined : element(name, {}, ...children);

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;
