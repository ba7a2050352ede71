import { createHash } from "node:crypto";
import type { KeptFile, KeptTopic } from "./kept.repository.ts";
import { asRead, readMarkup } from "./parse.ts";
import { fromShape } from "./shape.ts";
import { type BcfTopic, type BcfVersion, priorityWords, statusWords, withNote } from "./topic.ts";
import {
  childOf,
  childrenOf,
  nodeWith,
  parseTree,
  textIn,
  textNode,
  withChild,
  writeTree,
  type XmlNode,
} from "./tree.ts";
import { commentOf, NOBODY, TOPIC_TYPE, viewGuid, viewOf } from "./write.ts";

export interface WrittenTopic {
  /** Its guid as imported; the name of its folder. */
  readonly folder: string;
  readonly markup: string;
  /** The markup to write, in the shape of 3.0. */
  readonly shape: XmlNode;
}

/** Returns the imported markup with the later changes made here, in the requested version. */
export function writeKept(topic: BcfTopic, kept: KeptTopic, version: BcfVersion): WrittenTopic {
  const came = readMarkup(kept.markup, kept.version);
  const node = childOf(came, "Topic") ?? nodeWith("Topic", []);
  const next = withViews(withComments(withFields(node, topic, kept, version), topic, kept), topic, version);
  const shape = withChild(came, "Topic", next);
  const context = {
    documentOf: (reference: XmlNode) => documentOf(reference, kept.files, version),
    guidOf: (_: XmlNode, at: number) => guidFrom(`${topic.guid} reference ${at}`),
  };
  const markup = fromShape(shape, kept.version, version, context);
  const written = childOf(markup, "Topic") ?? next;
  return { folder: written.attributes["Guid"] ?? topic.guid, markup: writeTree(markup), shape };
}

/** Writes only fields that differ from the imported ones; every other element stays exactly as it was. */
function withFields(node: XmlNode, topic: BcfTopic, { taken }: KeptTopic, version: BcfVersion): XmlNode {
  const now = { ...asRead(topic), status: topic.status, priority: topic.priority };
  const wasRead = new Set(taken.comments);
  const isTalked =
    topic.comments.some(({ guid }) => !wasRead.has(guid)) || topic.comments.length < wasRead.size;
  const changes: readonly (readonly [boolean, (node: XmlNode) => XmlNode])[] = [
    [now.title !== taken.title, (is) => withChild(is, "Title", textNode("Title", topic.title))],
    [
      now.text !== taken.text,
      (is) => withText(is, "Description", withNote(topic.text, topic.camera !== null)),
    ],
    [now.status !== taken.status, (is) => withAttribute(is, "TopicStatus", statusWords[topic.status])],
    [now.priority !== taken.priority, (is) => withText(is, "Priority", priorityWords[topic.priority])],
    [now.trade !== taken.trade, (is) => withTrade(is, taken.trade, topic.trade)],
    [topic.assignee !== taken.assignee, (is) => withText(is, "AssignedTo", topic.assignee)],
    [
      topic.due !== taken.due,
      (is) => withText(is, "DueDate", topic.due === null ? "" : `${topic.due}T00:00:00Z`),
    ],
  ];
  const made = changes.filter(([isChanged]) => isChanged);
  const changed = made.reduce((is, [, change]) => change(is), node);
  const dated =
    made.length === 0 && !isTalked
      ? changed
      : withText(
          withChild(changed, "ModifiedAuthor", undefined),
          "ModifiedDate",
          topic.updatedAt.toISOString(),
        );
  return complete(withLink(dated, topic.link), topic, version);
}

/** Adds elements that 2.1 and 3.0 require and an older file may omit. */
function complete(node: XmlNode, topic: BcfTopic, version: BcfVersion): XmlNode {
  const said = (name: string) => textIn(node, name) !== "";
  let next = node;
  if (!said("CreationDate")) next = withText(next, "CreationDate", topic.createdAt.toISOString());
  if (!said("CreationAuthor")) next = withText(next, "CreationAuthor", topic.author || NOBODY);
  if (version === "2.1") return next;
  if ((next.attributes["TopicType"] ?? "").trim() === "") next = withAttribute(next, "TopicType", TOPIC_TYPE);
  if ((next.attributes["TopicStatus"] ?? "").trim() === "")
    next = withAttribute(next, "TopicStatus", statusWords[topic.status]);
  return next;
}

const withText = (node: XmlNode, name: string, text: string): XmlNode =>
  withChild(node, name, text.trim() === "" ? undefined : textNode(name, text));
const withAttribute = (node: XmlNode, name: string, value: string): XmlNode => ({
  ...node,
  attributes: { ...node.attributes, [name]: value },
});

/** Replaces the label that the trade was taken from; the others stay. */
function withTrade(node: XmlNode, before: string, trade: string): XmlNode {
  const labels = childrenOf(childOf(node, "Labels"), "Label");
  const at = labels.findIndex(({ text }) => text.trim().toLowerCase() === before.toLowerCase());
  const own = trade.trim() === "" ? [] : [textNode("Label", trade)];
  const next = at < 0 ? [...own, ...labels] : labels.toSpliced(at, 1, ...own);
  return withChild(node, "Labels", next.length === 0 ? undefined : nodeWith("Labels", next));
}

/** Appends the link that opens the snag here. */
function withLink(node: XmlNode, link: string): XmlNode {
  const links = childrenOf(childOf(node, "ReferenceLinks"), "ReferenceLink");
  if (links.some(({ text }) => text.trim() === link)) return node;
  const next = nodeWith("ReferenceLinks", [...links, textNode("ReferenceLink", link)]);
  return withChild(node, "ReferenceLinks", next);
}

/** The imported comments, without those removed here, and those written here. */
function withComments(node: XmlNode, topic: BcfTopic, { taken }: KeptTopic): XmlNode {
  const came = childrenOf(childOf(node, "Comments"), "Comment");
  const guidOf = ({ attributes }: XmlNode) => attributes["Guid"]?.toLowerCase() ?? "";
  const present = new Set(topic.comments.map(({ guid }) => guid));
  const removed = new Set(taken.comments.filter((guid) => !present.has(guid)));
  const stay = came.filter((comment) => !removed.has(guidOf(comment)));
  const known = new Set(came.map(guidOf));
  const own = topic.comments
    .filter(({ guid }) => !known.has(guid))
    .map((comment) => parsed(commentOf(comment)));
  const all = [...stay, ...own];
  return withChild(node, "Comments", all.length === 0 ? undefined : nodeWith("Comments", all));
}

/** The imported views and, where the snag has a position here, our own view. */
function withViews(node: XmlNode, topic: BcfTopic, version: BcfVersion): XmlNode {
  if (topic.camera === null && !topic.hasSnapshot) return node;
  const came = childrenOf(childOf(node, "Viewpoints"), "ViewPoint");
  const others = came.filter(({ attributes }) => attributes["Guid"]?.toLowerCase() !== viewGuid(topic.guid));
  const own = { ...parsed(viewOf(version, topic, "sitewalk")), name: "ViewPoint" };
  return withChild(node, "Viewpoints", nodeWith("Viewpoints", [...others, own]));
}

const parsed = (xml: string): XmlNode =>
  parseTree(xml, /^<(\w+)/.exec(xml)?.[1] ?? "") ?? nodeWith("Comment", []);

/** In 3.0 the guid of a document, in 2.1 its path relative to the topic's folder. */
function documentOf(reference: XmlNode, files: readonly KeptFile[], version: BcfVersion): string {
  if (version === "3.0") {
    const name = textIn(reference, "ReferencedDocument");
    const file = files.find((one) => one.name === name);
    return file === undefined ? "" : documentGuid(file);
  }
  const guid = textIn(reference, "DocumentGuid").toLowerCase();
  const file = files.find((one) => one.name === `../Documents/${guid}`);
  return file === undefined ? "" : olderName(file);
}

/** Guid of a 3.0 document; a document of 2.x gets one derived from its row. */
export const documentGuid = ({ id, name }: KeptFile): string =>
  /^\.\.\/Documents\/([0-9a-f-]{36})$/.exec(name)?.[1] ?? guidFrom(`document ${id}`);

/** Path of a 3.0 document in a 2.1 file: in the topic's folder, with a name that opens in the right program. */
export const olderName = (file: KeptFile): string => {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(file.title)?.[0] ?? "";
  return `${documentGuid(file)}${ending}`;
};

function guidFrom(seed: string): string {
  const hex = createHash("sha256").update(seed).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
