import { createHash } from "node:crypto";
import { posix } from "node:path";
import { AppError } from "#server/platform/errors.ts";
import { childOf, childrenOf, parseTree, textIn, type XmlNode } from "./tree.ts";
import type { BcfFiles } from "./zip.ts";

/** A file that belongs to a topic. */
export interface Attached {
  /** Path within the zip. */
  readonly path: string;
  /** Relative to the topic's folder: `snapshot.png`, `../plan.pdf`. */
  readonly name: string;
  /** Title of a document in 3.0; empty otherwise. */
  readonly title: string;
  /** Description of that document in the file. */
  readonly description: string;
  readonly isSnapshot: boolean;
}

/** The files of a topic's folder, and those outside of it that the topic references; excludes the markup itself. */
export function attachedTo(
  markup: XmlNode,
  folder: string,
  files: BcfFiles,
  documents: ReadonlyMap<string, DocumentWords>,
): Attached[] {
  const topic = childOf(markup, "Topic");
  const views = childrenOf(childOf(topic, "Viewpoints"), "ViewPoint");
  const snapshots = new Set(views.map((view) => textIn(view, "Snapshot").toLowerCase()));
  const inside = files
    .below(folder)
    .map((path) => ({ path, name: path.slice(folder.length + 1), title: "", description: "" }))
    .filter(({ name }) => name.toLowerCase() !== "markup.bcf");
  const references = childrenOf(childOf(topic, "DocumentReferences"), "DocumentReference");
  const modelFiles = childrenOf(childOf(childOf(markup, "Header"), "Files"), "File");
  const named = [
    ...references.map((node) => textIn(node, "ReferencedDocument")),
    ...[...childrenOf(topic, "BimSnippet"), ...modelFiles].map((node) => textIn(node, "Reference")),
  ];
  const outside = named
    .filter((name) => name.startsWith("../"))
    .map((name) => ({ path: posix.normalize(name.slice(3)), name, title: "", description: "" }));
  const own = references
    .map((node) => textIn(node, "DocumentGuid").toLowerCase())
    .filter((guid) => guid !== "")
    .map((guid) => ({
      path: `Documents/${guid}`,
      name: `../Documents/${guid}`,
      ...(documents.get(guid) ?? { title: "", description: "" }),
    }));
  const unique = new Map([...inside, ...outside, ...own].map((file) => [file.name.toLowerCase(), file]));
  return [...unique.values()]
    .filter(({ path, name }) => files.sizeOf(path) !== undefined && name.length <= 255)
    .map((file) => ({ ...file, isSnapshot: snapshots.has(file.name.toLowerCase()) }));
}

/** Title and description of a document. */
export interface DocumentWords {
  readonly title: string;
  readonly description: string;
}

/** Documents of a file by their guids, 3.0. */
export async function documentsOf(files: BcfFiles): Promise<ReadonlyMap<string, DocumentWords>> {
  const info = await treeOf(files, "documents.xml", "DocumentInfo");
  return new Map(
    childrenOf(childOf(info, "Documents"), "Document").map((node) => [
      node.attributes["Guid"]?.toLowerCase() ?? "",
      { title: textIn(node, "Filename"), description: textIn(node, "Description") },
    ]),
  );
}

/** Values that the file allows, as `[element of extensions.xml, word]`. */
export async function wordsOf(files: BcfFiles): Promise<readonly (readonly [string, string])[]> {
  const newer = await treeOf(files, "extensions.xml", "Extensions");
  const fromNewer = (newer?.children ?? []).flatMap(({ children }) =>
    children.map(({ name, text }) => [name, text.trim()] as const),
  );
  const older = await treeOf(files, "extensions.xsd", "schema");
  const types = (older?.children ?? []).flatMap((node) => [node, ...node.children]);
  const fromOlder = types
    .filter(({ name }) => name === "simpleType")
    .flatMap((type) =>
      childrenOf(childOf(type, "restriction"), "enumeration").map(
        ({ attributes }) =>
          [older21[type.attributes["name"] ?? ""] ?? "", attributes["value"]?.trim() ?? ""] as const,
      ),
    );
  return [...fromNewer, ...fromOlder].filter(
    ([kind, word]) => wordKinds.includes(kind) && word !== "" && word.length <= 255,
  );
}

/** The lists of extensions.xml in their order, by their elements. */
export const wordLists: Readonly<Record<string, string>> = {
  TopicTypes: "TopicType",
  TopicStatuses: "TopicStatus",
  Priorities: "Priority",
  TopicLabels: "TopicLabel",
  Users: "User",
  SnippetTypes: "SnippetType",
  Stages: "Stage",
};
const wordKinds = Object.values(wordLists);
/** The same as types of extensions.xsd. */
const older21: Readonly<Record<string, string>> = {
  TopicType: "TopicType",
  TopicStatus: "TopicStatus",
  Priority: "Priority",
  TopicLabel: "TopicLabel",
  UserIdType: "User",
  SnippetType: "SnippetType",
  Stage: "Stage",
};

async function treeOf(files: BcfFiles, path: string, root: string): Promise<XmlNode | undefined> {
  const text = await files.text(path);
  try {
    return text === undefined ? undefined : parseTree(text, root);
  } catch (error) {
    // Unreadable content is skipped; malicious content is refused.
    if (error instanceof AppError) throw error;
    return undefined;
  }
}

export const sha256Of = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");
