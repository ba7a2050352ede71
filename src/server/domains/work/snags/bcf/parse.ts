import type { SnagPriority, SnagStatus } from "#contract/choices.ts";
import { limits } from "#contract/limits.ts";
import { AppError } from "#server/platform/errors.ts";
import { toShape } from "./shape.ts";
import { priorityNamed, type ReadVersion, readVersions, statusNamed, withoutNote } from "./topic.ts";
import { childOf, childrenOf, parseTree, textIn, type XmlNode } from "./tree.ts";
import { plainText } from "./xml.ts";

/** Parsed topic of a markup. Undefined is a missing field, or an unknown value. */
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

/** Reason why a topic cannot be imported: a text key. */
export class TopicUnreadable extends Error {
  readonly reason: string;
  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

/** Throws `BCF_INVALID` for an unsupported version. */
export function readVersion(xml: string): ReadVersion {
  let id = "";
  try {
    id = parseTree(xml, "Version")?.attributes["VersionId"]?.trim() ?? "";
  } catch {
    // Refused below, like any other.
  }
  const version = readVersions.find((known) => id === known || id.startsWith(`${known}.`));
  if (version === undefined) throw new AppError("BCF_INVALID");
  return version;
}

/** Returns the markup in the shape of 3.0. Throws `TopicUnreadable`, or `BCF_INVALID` for an attack. */
export function readMarkup(xml: string, version: ReadVersion): XmlNode {
  try {
    const markup = parseTree(xml, "Markup");
    if (markup !== undefined) return toShape(markup, version);
  } catch (error) {
    if (error instanceof AppError) throw error;
  }
  throw new TopicUnreadable("snags.topic_unreadable");
}

/** Returns the topic of the markup. Throws `TopicUnreadable`. */
export function readTopic(markup: XmlNode): ReadTopic {
  const topic = childOf(markup, "Topic");
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
    labels: childrenOf(childOf(topic, "Labels"), "Label")
      .map((label) => line(label.text, limits.snag.trade))
      .filter((label) => label !== ""),
    assignee: text(topic, "AssignedTo"),
    due: dayOf(text(topic, "DueDate")),
    modifiedAt: dateOf(text(topic, "ModifiedDate")),
    comments: commentsOf(topic),
  };
}

/** A snag's own values as they would be read back from its export. */
export const asRead = ({ title, text, trade }: { title: string; text: string; trade: string }) => ({
  title: line(plainText(title), limits.name),
  text: cut(withoutNote(plainText(text).replaceAll(/\r\n?/g, "\n")), limits.snag.text),
  trade: line(plainText(trade), limits.snag.trade),
});

function commentsOf(topic: XmlNode | undefined): ReadComment[] {
  const read = childrenOf(childOf(topic, "Comments"), "Comment")
    .slice(0, limits.snag.comments)
    .map((node) => ({
      guid: attribute(node, "Guid").toLowerCase(),
      text: cut(textIn(node, "Comment"), limits.snag.comment),
      author: line(text(node, "Author"), limits.name),
      at: dateOf(text(node, "Date")),
    }));
  const seen = new Set<string>();
  return read.filter(({ guid, text }) => {
    // Some comments only announce that a view was added.
    const isWorth = isGuid(guid) && text !== "" && !seen.has(guid);
    seen.add(guid);
    return isWorth;
  });
}

const isGuid = (text: string) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(text);

/** Undefined where the element is missing or empty. */
const text = (node: XmlNode | undefined, name: string): string | undefined => textIn(node, name) || undefined;
const attribute = (node: XmlNode | undefined, name: string): string => node?.attributes[name]?.trim() ?? "";

const cut = (text: string, most: number) =>
  text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`.toWellFormed();
const line = (text: string | undefined, most: number) =>
  cut((text ?? "").replaceAll(/\s+/g, " ").trim(), most);

/** The day as written: midnight in the author's time zone stands for the author's day. */
function dayOf(text: string | undefined): string | undefined {
  const day = /^(\d{4})-(\d\d)-(\d\d)/.exec(text ?? "")?.[0];
  return day !== undefined && dateOf(`${day}T00:00:00Z`)?.toISOString().startsWith(day) === true
    ? day
    : undefined;
}

/** Without a zone, the date is UTC. */
function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\dT/.test(text)) return undefined;
  const date = new Date(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
