import type { BcfVersion, ReadVersion } from "./topic.ts";
import {
  childOf,
  childrenOf,
  nodeWith,
  textIn,
  textNode,
  withChild,
  withChildren,
  type XmlNode,
} from "./tree.ts";

/**
 * Markups of all versions in one shape, that of 3.0: lists have an element of their own, comments and viewpoints are
 * within the topic. Other content of a version (2.0 has replies) stays in its position.
 */
interface List {
  readonly list: string;
  readonly item: string;
  readonly name: Readonly<Record<"2.0" | "2.1", string>>;
}
const plain = (list: string, item: string, name = item): List => ({
  list,
  item,
  name: { "2.0": name, "2.1": name },
});
const lists: readonly List[] = [
  plain("ReferenceLinks", "ReferenceLink"),
  plain("Labels", "Label", "Labels"),
  {
    list: "DocumentReferences",
    item: "DocumentReference",
    name: { "2.0": "DocumentReferences", "2.1": "DocumentReference" },
  },
  { list: "RelatedTopics", item: "RelatedTopic", name: { "2.0": "RelatedTopics", "2.1": "RelatedTopic" } },
];

/** Elements of a topic in the order of the schemas. */
const order: readonly string[] = [
  "ReferenceLinks",
  "Title",
  "Priority",
  "Index",
  "Labels",
  "CreationDate",
  "CreationAuthor",
  "ModifiedDate",
  "ModifiedAuthor",
  "DueDate",
  "AssignedTo",
  "Stage",
  "Description",
  "BimSnippet",
  "DocumentReferences",
  "RelatedTopics",
  "Comments",
  "Viewpoints",
];

export function toShape(markup: XmlNode, from: ReadVersion): XmlNode {
  const topic = childOf(markup, "Topic") ?? nodeWith("Topic", []);
  if (from === "3.0") return nodeWith("Markup", [...childrenOf(markup, "Header").slice(0, 1), topic]);
  const rest = topic.children.filter(({ name }) => !lists.some((list) => list.name[from] === name));
  const wrapped = lists.flatMap(({ list, item, name }) => wrap(list, item, childrenOf(topic, name[from])));
  const inner = withChildren(topic, [
    ...rest,
    ...wrapped,
    ...wrap("Comments", "Comment", childrenOf(markup, "Comment")),
    ...wrap("Viewpoints", "ViewPoint", childrenOf(markup, "Viewpoints")),
  ]);
  const header = childrenOf(markup, "Header")
    .slice(0, 1)
    .map((node) => withChildren(node, wrap("Files", "File", childrenOf(node, "File"))));
  return nodeWith("Markup", [...header, sorted(inner)]);
}

const wrap = (list: string, item: string, nodes: readonly XmlNode[]): XmlNode[] =>
  nodes.length === 0
    ? []
    : [
        nodeWith(
          list,
          nodes.map((node) => ({ ...node, name: item })),
        ),
      ];

/** Sorted by the schemas; unknown elements come last. */
export function sorted(topic: XmlNode): XmlNode {
  const rank = (name: string) => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  return withChildren(
    topic,
    topic.children.toSorted((one, other) => rank(one.name) - rank(other.name)),
  );
}

export interface ShapeContext {
  /** Path or guid of the document behind a reference within the file, in the form of the written version. */
  readonly documentOf: (reference: XmlNode) => string;
  /** A guid for a reference without one. */
  readonly guidOf: (reference: XmlNode, at: number) => string;
}

/** Writes a markup in the shape of 3.0 in the form of version `to`; `from` is the version in which it came. */
export function fromShape(shape: XmlNode, from: ReadVersion, to: BcfVersion, context: ShapeContext): XmlNode {
  const converted = from === to ? shape : convert(shape, to, context);
  const topic = sorted(childOf(converted, "Topic") ?? nodeWith("Topic", []));
  const header = childrenOf(converted, "Header");
  if (to === "3.0") return nodeWith("Markup", [...header, topic]);
  const inner = topic.children.flatMap((child) => {
    const known = lists.find(({ list }) => list === child.name);
    if (known !== undefined) return child.children.map((item) => ({ ...item, name: known.name[to] }));
    return child.name === "Comments" || child.name === "Viewpoints" ? [] : [child];
  });
  const files = header.map((node) => withChildren(node, childrenOf(childOf(node, "Files"), "File")));
  return nodeWith("Markup", [
    ...files.filter(({ children }) => children.length > 0),
    withChildren(topic, inner),
    ...childrenOf(childOf(topic, "Comments"), "Comment"),
    ...childrenOf(childOf(topic, "Viewpoints"), "ViewPoint").map((view) => ({ ...view, name: "Viewpoints" })),
  ]);
}

/** Converts to another version: names of attributes, its form of guids, and no unknown elements. */
function convert(shape: XmlNode, to: BcfVersion, context: ShapeContext): XmlNode {
  const renamed =
    to === "3.0"
      ? lowerGuids(rename(shape, "isExternal", "IsExternal"))
      : rename(shape, "IsExternal", "isExternal");
  const topic = childOf(renamed, "Topic") ?? nodeWith("Topic", []);
  const known = topic.children.filter(({ name, children, text }) => {
    const isEmpty = children.length === 0 && text.trim() === "" && name !== "Title";
    return order.includes(name) && !(isEmpty && to === "3.0");
  });
  const { ServerAssignedId: _unknown, ...attributes } = topic.attributes;
  const next = known.map((child) => {
    if (child.name === "Comments")
      return withChildren(
        child,
        child.children.map((one) => comment(one, to)),
      );
    if (child.name === "DocumentReferences")
      return withChildren(
        child,
        child.children.map((one, at) => reference(one, at, to, context)),
      );
    return child;
  });
  const inside = { ...topic, attributes: to === "3.0" ? topic.attributes : attributes, children: next };
  return withChild(renamed, "Topic", inside);
}

function rename(node: XmlNode, from: string, to: string): XmlNode {
  const { [from]: value, ...rest } = node.attributes;
  return {
    ...node,
    attributes: value === undefined ? rest : { ...rest, [to]: value },
    children: node.children.map((child) => rename(child, from, to)),
  };
}

const lowerGuids = (node: XmlNode): XmlNode => ({
  ...node,
  attributes: Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      name,
      name === "Guid" ? value.toLowerCase() : value,
    ]),
  ),
  children: node.children.map(lowerGuids),
});

const commentParts: readonly string[] = [
  "Date",
  "Author",
  "Comment",
  "Viewpoint",
  "ModifiedDate",
  "ModifiedAuthor",
];

function comment(node: XmlNode, to: BcfVersion): XmlNode {
  const isBlank = textIn(node, "Comment") === "";
  const parts = node.children.filter(
    ({ name }) => commentParts.includes(name) && !(name === "Comment" && isBlank),
  );
  const rank = ({ name }: XmlNode) => commentParts.indexOf(name);
  const all = isBlank && to === "2.1" ? [...parts, textNode("Comment", "")] : parts;
  return withChildren(
    node,
    all.toSorted((one, other) => rank(one) - rank(other)),
  );
}

/** 2.x has one element for a file or an address, 3.0 has one for each. */
function reference(node: XmlNode, at: number, to: BcfVersion, { documentOf, guidOf }: ShapeContext): XmlNode {
  const { isExternal, IsExternal, Guid, ...rest } = node.attributes;
  const description = childrenOf(node, "Description");
  const url = textIn(node, "Url");
  // 2.0 has it as 2.1 does.
  if (to === "2.1" && childOf(node, "ReferencedDocument") !== undefined) return node;
  if (to === "2.1")
    return nodeWith(
      node.name,
      [textNode("ReferencedDocument", url === "" ? documentOf(node) : url), ...description],
      { ...rest, ...(Guid !== undefined && { Guid }), isExternal: String(url !== "") },
    );
  const isOutside = /^(?:true|1)$/.test(isExternal ?? IsExternal ?? "");
  const target = isOutside
    ? textNode("Url", textIn(node, "ReferencedDocument"))
    : textNode("DocumentGuid", documentOf(node));
  return nodeWith(
    node.name,
    [...(target.text === "" ? [] : [target]), ...description.filter(({ text }) => text.trim() !== "")],
    {
      Guid: Guid ?? guidOf(node, at),
    },
  );
}
