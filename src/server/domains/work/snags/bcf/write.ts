import { createHash } from "node:crypto";
import type { DocumentWords } from "./attached.ts";
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
import type { WordList } from "./words.ts";
import { document, element, leaf, listOf } from "./xml.ts";

/** Author of entries without a known user: the format requires one. */
export const NOBODY = "Sitewalk";
export const TOPIC_TYPE = "Snag";
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

/** 3.0: every value that the topics may use. */
export function extensionsFile(lists: readonly WordList[]): string {
  return document(
    element(
      "Extensions",
      {},
      ...lists.map(({ list, each, words }) =>
        words.size === 0
          ? undefined
          : listOf(
              list,
              [...words].flatMap((word) => leaf(each, word) ?? []),
            ),
      ),
    ),
  );
}

/** 3.0: documents by their guids. */
export const documentsFile = (documents: ReadonlyMap<string, DocumentWords>): string =>
  document(
    element(
      "DocumentInfo",
      {},
      element(
        "Documents",
        {},
        ...[...documents].map(([Guid, { title, description }]) =>
          element("Document", { Guid }, leaf("Filename", title || Guid), leaf("Description", description)),
        ),
      ),
    ),
  );

/** `markup.bcf`. The order of the elements is that of the schemas; the two versions differ in the position of the lists. */
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

export const commentOf = ({ guid, at, author, text }: BcfComment): string =>
  element(
    "Comment",
    { Guid: guid },
    leaf("Date", at.toISOString()),
    leaf("Author", author || NOBODY),
    leaf("Comment", text) ?? "<Comment>-</Comment>",
  );

/** `name` is that of its files, without the extension. */
export function viewOf(version: BcfVersion, topic: BcfTopic, name?: string): string {
  return element(
    version === "2.1" ? "Viewpoints" : "ViewPoint",
    { Guid: viewGuid(topic.guid) },
    topic.camera === null
      ? undefined
      : leaf("Viewpoint", name === undefined ? VIEWPOINT_FILE : `${name}.bcfv`),
    topic.hasSnapshot ? leaf("Snapshot", name === undefined ? SNAPSHOT_FILE : `${name}.jpg`) : undefined,
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

/** A snag has one view permanently, so its guid is derived from the snag's (RFC 9562, version 5). */
export function viewGuid(snagGuid: string): string {
  const hash = createHash("sha1")
    .update(Buffer.from(snagGuid.replaceAll("-", ""), "hex"))
    .update("view")
    .digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
