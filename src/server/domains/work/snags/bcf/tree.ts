import { XMLParser } from "fast-xml-parser";
import { AppError } from "#server/platform/errors.ts";
import { document, element, plainText, textElement } from "./xml.ts";

/** An element with child elements or with text, in the order of the file. Names have no prefix. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Text of an element without children. */
  readonly text: string;
}

type Ordered = Readonly<Record<string, unknown>>;

/** Depth limit; no supported format is half as deep. */
const DEEPEST = 40;
/** Schema locations and other attributes about the XML rather than the topic. */
const ABOUT_XML = new Set(["xmlns", "schemaLocation", "noNamespaceSchemaLocation"]);
const NAME = /^[A-Za-z_][\w.-]{0,99}$/;

const parser = () =>
  new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: true,
    htmlEntities: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });

/** Throws `BCF_INVALID` for XML with declarations: entities, or external files. */
export function refuseDeclarations(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new AppError("BCF_INVALID");
}

/**
 * Parses untrusted XML and returns its root; undefined when there is none of this name. Throws for invalid XML or
 * excessive depth.
 */
export function parseTree(xml: string, root: string): XmlNode | undefined {
  refuseDeclarations(xml);
  const nodes = parser().parse(xml, true) as readonly Ordered[];
  const found = nodes.find((node) => nameOf(node) === root);
  return found && nodeOf(found, 0);
}

function nodeOf(node: Ordered, depth: number): XmlNode {
  if (depth > DEEPEST) throw new Error("deeper than any file of this format");
  const name = nameOf(node);
  const inner = node[name] as readonly Ordered[];
  const elements = inner.filter((child) => NAME.test(nameOf(child)));
  const text = inner.map((child) => child["#text"]).filter((part) => typeof part === "string");
  return {
    name,
    attributes: attributesOf(node[":@"]),
    children: elements.map((child) => nodeOf(child, depth + 1)),
    text: elements.length > 0 ? "" : plainText(text.join("").replaceAll(/\r\n?/g, "\n")),
  };
}

const nameOf = (node: Ordered): string => Object.keys(node).find((key) => key !== ":@") ?? "";

const attributesOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      NAME.test(name) && !ABOUT_XML.has(name) && typeof value === "string" ? [[name, plainText(value)]] : [],
    ),
  );

export const writeTree = (root: XmlNode): string => document(written(root));

const written = ({ name, attributes, children, text }: XmlNode): string =>
  children.length > 0
    ? element(name, attributes, ...children.map(written))
    : textElement(name, attributes, text);

export const nodeWith = (
  name: string,
  children: readonly XmlNode[],
  attributes: Readonly<Record<string, string>> = {},
): XmlNode => ({ name, attributes, children, text: "" });

export const textNode = (name: string, text: string): XmlNode => ({
  name,
  attributes: {},
  children: [],
  text,
});

export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];
export const textIn = (node: XmlNode | undefined, name: string): string =>
  childOf(node, name)?.text.trim() ?? "";

/** The same with other children. */
export const withChildren = (node: XmlNode, children: readonly XmlNode[]): XmlNode => ({ ...node, children });

/** Replaces the first child of that name, or appends; undefined removes it. */
export function withChild(node: XmlNode, name: string, child: XmlNode | undefined): XmlNode {
  const at = node.children.findIndex((one) => one.name === name);
  const added = child === undefined ? [] : [child];
  return withChildren(node, at < 0 ? [...node.children, ...added] : node.children.toSpliced(at, 1, ...added));
}
