import { Readable } from "node:stream";
import type { ExportFile } from "../../exports/part.ts";
import { zipOf } from "../../exports/zip.ts";
import type { BcfTopic, BcfVersion } from "./topic.ts";
import {
  extensionsFile,
  markupFile,
  projectFile,
  SNAPSHOT_FILE,
  VIEWPOINT_FILE,
  versionFile,
  viewpointFile,
} from "./write.ts";

export interface BcfPackage {
  readonly version: BcfVersion;
  readonly project: { readonly code: string; readonly name: string };
  readonly topics: readonly BcfTopic[];
  /** JPEG; asked for when its turn comes. Undefined when it is lost after all. */
  snapshot(topic: BcfTopic): Promise<Buffer | undefined>;
  readonly now: Date;
}

/** The whole file, made while it is read: one picture in memory at a time. */
export function writeBcf(bcf: BcfPackage): Readable {
  return zipOf(filesOf(bcf), () => undefined);
}

async function* filesOf({ version, project, topics, snapshot, now }: BcfPackage): AsyncGenerator<ExportFile> {
  const text = (path: string, content: string, modifiedAt = now): ExportFile => ({
    path,
    modifiedAt,
    open: () => Promise.resolve(Readable.from([Buffer.from(content)])),
  });
  yield text("bcf.version", versionFile(version));
  yield text("project.bcfp", projectFile(version, project));
  if (version === "3.0")
    yield text(
      "extensions.xml",
      extensionsFile({
        trades: topics.map(({ trade }) => trade),
        people: topics.flatMap(({ author, assignee, comments }) => [
          author,
          assignee,
          ...comments.map((comment) => comment.author),
        ]),
      }),
    );
  for (const topic of topics) {
    const { guid, camera, updatedAt } = topic;
    // The picture first: a markup that names one which is lost would be broken.
    const picture = topic.hasSnapshot ? await snapshot(topic) : undefined;
    yield text(
      `${guid}/markup.bcf`,
      markupFile(version, { ...topic, hasSnapshot: picture !== undefined }),
      updatedAt,
    );
    if (camera !== null)
      yield text(`${guid}/${VIEWPOINT_FILE}`, viewpointFile(version, guid, camera), updatedAt);
    if (picture !== undefined)
      yield {
        path: `${guid}/${SNAPSHOT_FILE}`,
        modifiedAt: updatedAt,
        isPacked: true,
        open: () => Promise.resolve(Readable.from([picture])),
      };
  }
}
