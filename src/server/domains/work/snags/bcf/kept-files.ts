import { Readable } from "node:stream";
import type { ExportFile } from "#server/domains/sites/exports/part.ts";
import type { DocumentWords } from "./attached.ts";
import { infoOf } from "./keep.ts";
import type { KeptFile, KeptTopic } from "./kept.repository.ts";
import type { BcfVersion } from "./topic.ts";
import { childOf, childrenOf, textIn, writeTree } from "./tree.ts";
import { convertViewpoint } from "./visualization.ts";
import { documentGuid, olderName, type WrittenTopic } from "./write-kept.ts";
import { decode } from "./zip.ts";

export interface KeptFilesOptions {
  readonly kept: KeptTopic;
  readonly came: WrittenTopic;
  readonly version: BcfVersion;
  /** Documents by their guids, for documents.xml: filled here. */
  readonly documents: Map<string, DocumentWords>;
  readonly modifiedAt: Date;
  readonly content: (id: number) => Promise<Buffer | undefined>;
}

/**
 * Files imported with a topic: byte for byte in the version in which they came; viewpoints are converted for another
 * version.
 */
export async function* keptFiles(options: KeptFilesOptions): AsyncGenerator<ExportFile> {
  const { kept, came, version, documents, modifiedAt } = options;
  const viewGuids = new Map(
    childrenOf(childOf(childOf(came.shape, "Topic"), "Viewpoints"), "ViewPoint").map((view) => [
      textIn(view, "Viewpoint").toLowerCase(),
      view.attributes["Guid"] ?? "",
    ]),
  );
  const isOther = kept.version !== version;
  for (const file of kept.files) {
    const path = `${came.folder}/${placeOf(file, kept, version, isOther)}`;
    if (path.includes("/../Documents/"))
      documents.set(documentGuid(file), { title: titleOf(file), description: file.description });
    const guid = viewGuids.get(file.name.toLowerCase());
    const isView = isOther && guid !== undefined;
    const bytes = isView ? await convertedView(file, guid, options) : undefined;
    if (isView && bytes === undefined) continue;
    yield {
      path,
      modifiedAt,
      isPacked: /\.(?:png|jpe?g|pdf|zip)$/i.test(file.name),
      open: async () => {
        const content = bytes ?? (await options.content(file.id));
        return content && Readable.from([content]);
      },
    };
  }
}

/** Its path relative to the topic's folder. 3.0 puts documents elsewhere than 2.x. */
function placeOf(
  file: KeptFile,
  { version: from, markup }: KeptTopic,
  to: BcfVersion,
  isOther: boolean,
): string {
  if (!isOther) return file.name;
  if (from === "3.0") return file.name.startsWith("../Documents/") ? olderName(file) : file.name;
  const isNamed = to === "3.0" && markup.includes(`>${file.name}</ReferencedDocument>`);
  return isNamed ? `../Documents/${documentGuid(file)}` : file.name;
}

const titleOf = ({ title, name }: KeptFile): string => title || (name.split("/").at(-1) ?? name);

async function convertedView(
  file: KeptFile,
  guid: string,
  { kept, version, content }: KeptFilesOptions,
): Promise<Buffer | undefined> {
  const bytes = await content(file.id);
  const info = bytes && infoOf(textOf(bytes));
  const converted = info && convertViewpoint(info, kept.version, version, guid);
  return converted && Buffer.from(writeTree(converted));
}

function textOf(bytes: Buffer): string | undefined {
  try {
    return decode(bytes);
  } catch {
    return undefined;
  }
}
