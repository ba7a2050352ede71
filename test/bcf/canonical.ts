import { XMLParser } from "fast-xml-parser";

type Ordered = Readonly<Record<string, unknown>>;
const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  ignoreDeclaration: true,
});

/**
 * The content of an XML, independent of notation: attributes by name, no whitespace between elements, normalized line
 * ends, no unused namespace declarations.
 */
export function canonical(xml: Buffer | string | undefined): unknown {
  return (parser.parse(String(xml).replace(/^\ufeff/, "")) as readonly Ordered[]).flatMap(plain);
}

function plain(node: Ordered): unknown[] {
  const name = Object.keys(node).find((key) => key !== ":@") ?? "";
  if (name === "#text") return [];
  const inner = node[name] as readonly Ordered[];
  const attributes = Object.entries((node[":@"] ?? {}) as Record<string, string>)
    .filter(([key]) => !/^(?:xmlns|schemaLocation|noNamespaceSchemaLocation)$/.test(key))
    .toSorted(([one], [other]) => one.localeCompare(other));
  const children = inner.flatMap(plain);
  const text = inner.map(({ "#text": letters }) => (typeof letters === "string" ? letters : "")).join("");
  const said = children.length > 0 ? [] : [text.replaceAll(/\r\n?/g, "\n")];
  return [{ name, attributes, inner: [...children, ...said.filter((one) => one !== "")] }];
}

/** The same without the link that an export adds. */
export const withoutOurLink = (xml: Buffer | undefined): string =>
  String(xml)
    .replaceAll(/<ReferenceLink>https:\/\/site\.example\.com[^<]*<\/ReferenceLink>/g, "")
    .replaceAll(/<ReferenceLinks\/>|<ReferenceLinks><\/ReferenceLinks>/g, "");
