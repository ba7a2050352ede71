import type { BcfKind } from "#contract/choices.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import { personNamed } from "./merge.ts";
import type { ReadTopic } from "./parse.ts";
import { childOf, childrenOf, textIn, type XmlNode } from "./tree.ts";
import { TOPIC_TYPE, viewGuid } from "./write.ts";

/** Kinds of content of a topic without a field in a snag. `kindsOfView` examines its views. */
export function kindsOf(
  markup: XmlNode,
  read: ReadTopic,
  people: readonly PersonRow[],
  link: string,
): Set<BcfKind> {
  const topic = childOf(markup, "Topic");
  const list = (name: string) => childOf(topic, name)?.children ?? [];
  const said = (name: string) => topic?.attributes[name]?.trim() ?? "";
  const given: readonly (readonly [BcfKind, boolean])[] = [
    ["viewpoints", foreignViews(markup, read.guid).length > 0],
    ["documents", list("DocumentReferences").length > 0],
    ["related", list("RelatedTopics").length > 0],
    ["links", list("ReferenceLinks").some(({ text }) => !text.trim().startsWith(link))],
    ["labels", read.labels.length > 1],
    ["type", ![TOPIC_TYPE, ""].includes(said("TopicType"))],
    ["status", read.status === undefined && said("TopicStatus") !== ""],
    ["priority", read.priority === undefined && textIn(topic, "Priority") !== ""],
    ["assignee", read.assignee !== undefined && personNamed(people, read.assignee) === undefined],
    ["stage", textIn(topic, "Stage") !== ""],
    ["snippet", childOf(topic, "BimSnippet") !== undefined],
    ["models", childrenOf(childOf(childOf(markup, "Header"), "Files"), "File").length > 0],
    ["replies", list("Comments").some((one) => childOf(one, "ReplyToComment") !== undefined)],
  ];
  return new Set(given.flatMap(([kind, isThere]) => (isThere ? [kind] : [])));
}

/** Views except the one that this installation writes for a snag of that guid. */
export const foreignViews = (markup: XmlNode, guid: string): XmlNode[] =>
  childrenOf(childOf(childOf(markup, "Topic"), "Viewpoints"), "ViewPoint").filter(
    ({ attributes }) => attributes["Guid"]?.toLowerCase() !== viewGuid(guid),
  );

/** Kinds of content of a viewpoint besides its camera. */
export function kindsOfView(info: XmlNode): BcfKind[] {
  const holds = (name: string) => childrenOf(info, name).some(({ children }) => children.length > 0);
  return [
    ...(holds("Components") ? ["components" as const] : []),
    ...(["Lines", "ClippingPlanes", "Bitmap", "Bitmaps"].some(holds) ? ["markings" as const] : []),
  ];
}
