import { XMLParser } from "fast-xml-parser";
import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { type BcfVersion, bcfVersions, priorityNamed, statusNamed, withoutNote } from "./topic.ts";
import { plainText } from "./xml.ts";

/** What a markup says of a topic. Undefined is what it does not speak of, or says in words that nobody knows. */
export interface ReadTopic {
  readonly guid: string;
  readonly title: string;
  readonly text: string | undefined;
  readonly status: SnagStatus | undefined;
  readonly priority: SnagPriority | undefined;
  readonly labels: readonly string[];
  readonly assignee: string | undefined;
  /** `2026-11-21`. */
  readonly due: string | undefined;
  readonly modifiedAt: Date | undefined;
  readonly comments: readonly ReadComment[];
}

export interface ReadComment {
  readonly guid: string;
  readonly text: string;
  readonly author: string;
  readonly at: Date | undefined;
}

/** Why a topic cannot be taken: a text key. */
export class TopicUnreadable extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

type Node = Readonly<Record<string, unknown>>;

const parser = () =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "@",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    // Blanks beside a CDATA section belong to its text.
    trimValues: false,
    processEntities: true,
    // Letters by number; without it the library reads none.
    htmlEntities: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
  });

/**
 * An XML of a stranger. One that declares anything of its own (entities, other files to fetch) is no markup but an
 * attack: `BCF_INVALID`.
 */
function parse(xml: string): Node {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new AppError("BCF_INVALID");
  const root: unknown = parser().parse(xml, true);
  return isNode(root) ? root : {};
}

/** Throws `BCF_INVALID` for a version that is neither. */
export function readVersion(xml: string): BcfVersion {
  let id = "";
  try {
    id = attribute(child(parse(xml), "Version"), "VersionId");
  } catch {
    // Refused below, like any other.
  }
  const version = bcfVersions.find((known) => id === known || id.startsWith(`${known}.`));
  if (version === undefined) throw new AppError("BCF_INVALID");
  return version;
}

/** Throws `TopicUnreadable`, or `BCF_INVALID` for an attack. */
export function readMarkup(xml: string, version: BcfVersion): ReadTopic {
  const markup = child(readRoot(xml), "Markup");
  const topic = child(markup, "Topic");
  const guid = attribute(topic, "Guid").toLowerCase();
  if (!isGuid(guid)) throw new TopicUnreadable("snags.topic_no_guid");
  const title = line(text(topic, "Title"), limits.name);
  if (title === "") throw new TopicUnreadable("snags.topic_no_title");
  const description = text(topic, "Description");
  return {
    guid,
    title,
    text: description === undefined ? undefined : cut(withoutNote(description), limits.snag.text),
    status: statusNamed(attribute(topic, "TopicStatus")),
    priority: priorityNamed(text(topic, "Priority") ?? ""),
    labels: labelsOf(topic, version)
      .map((label) => line(label, limits.snag.trade))
      .filter((label) => label !== ""),
    assignee: text(topic, "AssignedTo"),
    due: dayOf(text(topic, "DueDate")),
    modifiedAt: dateOf(text(topic, "ModifiedDate")),
    comments: commentsOf(markup, topic, version),
  };
}

/** A snag's own words as they would be read from the file that was written of them. */
export const asRead = ({ title, text, trade }: { title: string; text: string; trade: string }) => ({
  title: line(plainText(title), limits.name),
  text: cut(withoutNote(plainText(text).replaceAll(/\r\n?/g, "\n")), limits.snag.text),
  trade: line(plainText(trade), limits.snag.trade),
});

function readRoot(xml: string): Node {
  try {
    return parse(xml);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new TopicUnreadable("snags.topic_unreadable");
  }
}

function labelsOf(topic: Node, version: BcfVersion): string[] {
  const labels = version === "2.1" ? many(topic, "Labels") : many(child(topic, "Labels"), "Label");
  return labels.map(textOf).filter((label) => label !== "");
}

function commentsOf(markup: Node, topic: Node, version: BcfVersion): ReadComment[] {
  const nodes = version === "2.1" ? many(markup, "Comment") : many(child(topic, "Comments"), "Comment");
  const read = nodes
    .filter(isNode)
    .slice(0, limits.snag.comments)
    .map((node) => ({
      guid: attribute(node, "Guid").toLowerCase(),
      text: cut(text(node, "Comment") ?? "", limits.snag.comment),
      author: line(text(node, "Author"), limits.name),
      at: dateOf(text(node, "Date")),
    }));
  const seen = new Set<string>();
  return read.filter(({ guid, text }) => {
    // Some only say that a view was added.
    const isWorth = isGuid(guid) && text !== "" && !seen.has(guid);
    seen.add(guid);
    return isWorth;
  });
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isGuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

function many(node: Node, name: string): unknown[] {
  const value = Object.hasOwn(node, name) ? node[name] : undefined;
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** The first of that name; one without anything in it when there is none. */
function child(node: Node, name: string): Node {
  const [first] = many(node, name);
  return isNode(first) ? first : {};
}

const textOf = (value: unknown): string => {
  const inner = isNode(value) ? value["#text"] : value;
  return typeof inner === "string" ? plainText(inner).replaceAll(/\r\n?/g, "\n").trim() : "";
};
/** Undefined where there is no such element, or nothing in it. */
const text = (node: Node, name: string): string | undefined => textOf(many(node, name)[0]) || undefined;
const attribute = (node: Node, name: string): string => textOf(many(node, `@${name}`)[0]);

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed();
const line = (text: string | undefined, most: number) =>
  cut((text ?? "").replaceAll(/\s+/g, " ").trim(), most);

/** The day as it was written: whoever wrote midnight in his own zone meant his day. */
function dayOf(text: string | undefined): string | undefined {
  const day = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? "")?.[0];
  return day !== undefined && dateOf(`${day}T00:00:00Z`)?.toISOString().startsWith(day) === true
    ? day
    : undefined;
}

/** Without a zone it is UTC. */
function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
