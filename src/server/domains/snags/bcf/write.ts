import { createHash } from "node:crypto";
import {
  type BcfCamera,
  type BcfComment,
  type BcfTopic,
  type BcfVersion,
  type Point,
  priorityWords,
  SNAPSHOT,
  statusWords,
  withNote,
} from "./topic.ts";
import { document, element, leaf, listOf } from "./xml.ts";

/** Nobody is known as nobody: the format wants an author. */
const NOBODY = "Sitewalk";
const TOPIC_TYPE = "Snag";
export const VIEWPOINT_FILE = "viewpoint.bcfv";
export const SNAPSHOT_FILE = "snapshot.jpg";

export const versionFile = (version: BcfVersion): string =>
  document(
    element(
      "Version",
      { VersionId: version },
      version === "2.1" ? leaf("DetailedVersion", version) : undefined,
    ),
  );

export function projectFile(version: BcfVersion, project: { code: string; name: string }): string {
  const inner = element("Project", { ProjectId: project.code }, leaf("Name", project.name));
  return document(
    version === "2.1"
      ? element("ProjectExtension", {}, inner, "<ExtensionSchema/>")
      : element("ProjectInfo", {}, inner),
  );
}

/** 3.0: every word that the topics may use. */
export function extensionsFile(words: { trades: Iterable<string>; people: Iterable<string> }): string {
  const list = (name: string, each: string, values: Iterable<string>) =>
    listOf(
      name,
      [...new Set(values)].flatMap((value) => leaf(each, value) ?? []),
    );
  return document(
    element(
      "Extensions",
      {},
      list("TopicTypes", "TopicType", [TOPIC_TYPE]),
      list("TopicStatuses", "TopicStatus", Object.values(statusWords)),
      list("Priorities", "Priority", Object.values(priorityWords)),
      list("TopicLabels", "TopicLabel", words.trades),
      list("Users", "User", [NOBODY, ...words.people]),
    ),
  );
}

/** `markup.bcf`. The order of the elements is that of the schemas; the two versions differ in where the lists stand. */
export function markupFile(version: BcfVersion, topic: BcfTopic): string {
  const comments = topic.comments.map(commentOf);
  const views = hasView(topic) ? [viewOf(version, topic)] : [];
  if (version === "2.1")
    return document(
      element(
        "Markup",
        {},
        element("Topic", attributesIn(version, topic), ...factsOf(version, topic)),
        ...comments,
        ...views,
      ),
    );
  const lists = [listOf("Comments", comments), listOf("Viewpoints", views)];
  return document(
    element(
      "Markup",
      {},
      element("Topic", attributesIn(version, topic), ...factsOf(version, topic), ...lists),
    ),
  );
}

const hasView = ({ camera, hasSnapshot }: BcfTopic) => camera !== null || hasSnapshot;

const attributesIn = (version: BcfVersion, { guid, number, status }: BcfTopic) => ({
  Guid: guid,
  ServerAssignedId: version === "2.1" ? undefined : number,
  TopicType: TOPIC_TYPE,
  TopicStatus: statusWords[status],
});

function factsOf(version: BcfVersion, topic: BcfTopic): (string | undefined)[] {
  const isOld = version === "2.1";
  const link = leaf("ReferenceLink", topic.link);
  const labels = (name: string) => [leaf(name, topic.trade)].filter((label) => label !== undefined);
  return [
    isOld ? link : listOf("ReferenceLinks", link === undefined ? [] : [link]),
    leaf("Title", topic.title),
    leaf("Priority", priorityWords[topic.priority]),
    isOld ? leaf("Index", topic.number) : undefined,
    ...(isOld ? labels("Labels") : [listOf("Labels", labels("Label"))]),
    leaf("CreationDate", topic.createdAt.toISOString()),
    leaf("CreationAuthor", topic.author || NOBODY),
    leaf("ModifiedDate", topic.updatedAt.toISOString()),
    leaf("DueDate", topic.due === null ? undefined : `${topic.due}T00:00:00Z`),
    leaf("AssignedTo", topic.assignee),
    leaf("Description", withNote(topic.text, topic.camera !== null)),
  ];
}

const commentOf = ({ guid, at, author, text }: BcfComment): string =>
  element(
    "Comment",
    { Guid: guid },
    leaf("Date", at.toISOString()),
    leaf("Author", author || NOBODY),
    leaf("Comment", text) ?? "<Comment>-</Comment>",
  );

function viewOf(version: BcfVersion, topic: BcfTopic): string {
  return element(
    version === "2.1" ? "Viewpoints" : "ViewPoint",
    { Guid: viewGuid(topic.guid) },
    topic.camera === null ? undefined : leaf("Viewpoint", VIEWPOINT_FILE),
    topic.hasSnapshot ? leaf("Snapshot", SNAPSHOT_FILE) : undefined,
    leaf("Index", 0),
  );
}

/** `viewpoint.bcfv`. */
export function viewpointFile(version: BcfVersion, guid: string, camera: BcfCamera): string {
  const place = (name: string, { x, y, z }: Point) =>
    element(name, {}, leaf("X", x), leaf("Y", y), leaf("Z", z));
  return document(
    element(
      "VisualizationInfo",
      { Guid: viewGuid(guid) },
      element(
        "PerspectiveCamera",
        {},
        place("CameraViewPoint", camera.position),
        place("CameraDirection", camera.direction),
        place("CameraUpVector", camera.up),
        leaf("FieldOfView", camera.fov),
        version === "2.1" ? undefined : leaf("AspectRatio", SNAPSHOT.width / SNAPSHOT.height),
      ),
    ),
  );
}

/** A snag has one view for ever, so its name follows from the snag's (RFC 9562, version 5). */
export function viewGuid(snagGuid: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(snagGuid.replaceAll("-", ""), "hex"))
    .update("view")
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
