import { posix } from "node:path";
import { Readable } from "node:stream";
import type { ExportFile } from "#server/domains/sites/exports/part.ts";
import { zipOf } from "#server/domains/sites/exports/zip.ts";
import type { DocumentWords } from "./attached.ts";
import type { KeptTopic } from "./kept.repository.ts";
import { keptFiles } from "./kept-files.ts";
import type { BcfTopic, BcfVersion } from "./topic.ts";
import { createWords } from "./words.ts";
import {
  documentsFile,
  extensionsFile,
  markupFile,
  projectFile,
  SNAPSHOT_FILE,
  VIEWPOINT_FILE,
  versionFile,
  viewpointFile,
} from "./write.ts";
import { writeKept } from "./write-kept.ts";

export interface BcfPackage {
  readonly version: BcfVersion;
  readonly project: { readonly code: string; readonly name: string };
  readonly topics: readonly BcfTopic[];
  /** JPEG; requested when its topic is written. Undefined when it is lost after all. */
  snapshot(topic: BcfTopic): Promise<Buffer | undefined>;
  /** Stored BCF content of the snag; undefined for one that was never in a BCF file. */
  kept(topic: BcfTopic): Promise<KeptTopic | undefined>;
  /** A stored file, by its id. */
  content(id: number): Promise<Buffer | undefined>;
  /** Values allowed by the project's files, by the elements of extensions.xml. */
  readonly words: readonly { readonly kind: string; readonly word: string }[];
  readonly now: Date;
}

/** The whole file, created while it is read: one picture in memory at a time. */
export function writeBcf(bcf: BcfPackage): Readable {
  return zipOf(filesOf(bcf), () => undefined);
}

async function* filesOf(bcf: BcfPackage): AsyncGenerator<ExportFile> {
  const { version, project, topics, now } = bcf;
  const words = createWords(bcf.words);
  const documents = new Map<string, DocumentWords>();
  // Files of several topics may be outside of their folders, and be the same one.
  const written = new Set(["bcf.version", "project.bcfp", "extensions.xml", "documents.xml"]);
  yield textFile("bcf.version", versionFile(version), now);
  yield textFile("project.bcfp", projectFile(version, project), now);
  for (const topic of topics)
    for await (const file of topicFiles(bcf, topic, words, documents)) {
      const path = posix.normalize(file.path);
      if (path.startsWith("..") || written.has(path.toLowerCase())) continue;
      written.add(path.toLowerCase());
      yield { ...file, path };
    }
  if (version === "2.1") return;
  yield textFile("extensions.xml", extensionsFile(words.lists()), now);
  if (documents.size > 0) yield textFile("documents.xml", documentsFile(documents), now);
}

const textFile = (path: string, content: string, modifiedAt: Date): ExportFile => ({
  path,
  modifiedAt,
  open: () => Promise.resolve(Readable.from([Buffer.from(content)])),
});

async function* topicFiles(
  bcf: BcfPackage,
  given: BcfTopic,
  words: ReturnType<typeof createWords>,
  documents: Map<string, DocumentWords>,
): AsyncGenerator<ExportFile> {
  const { version } = bcf;
  const { guid, camera, updatedAt } = given;
  // The picture first: a markup that references a lost one would be broken.
  const picture = given.hasSnapshot ? await bcf.snapshot(given) : undefined;
  const topic = { ...given, hasSnapshot: picture !== undefined };
  const kept = await bcf.kept(given);
  const came = kept && writeKept(topic, kept, version);
  const folder = came?.folder ?? guid;
  yield textFile(`${folder}/markup.bcf`, came?.markup ?? markupFile(version, topic), updatedAt);
  const view = came === undefined ? VIEWPOINT_FILE : "sitewalk.bcfv";
  if (camera !== null) yield textFile(`${folder}/${view}`, viewpointFile(version, guid, camera), updatedAt);
  if (picture !== undefined)
    yield {
      path: `${folder}/${came === undefined ? SNAPSHOT_FILE : "sitewalk.jpg"}`,
      modifiedAt: updatedAt,
      isPacked: true,
      open: () => Promise.resolve(Readable.from([picture])),
    };
  if (came === undefined || kept === undefined) return words.add(topic);
  words.addKept(came.shape);
  yield* keptFiles({ kept, came, version, documents, modifiedAt: updatedAt, content: bcf.content });
}
