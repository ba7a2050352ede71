import type { BcfKind } from "#contract/choices.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import type { Trx } from "#server/platform/database.ts";
import type { SnagRow } from "../snag-writes.ts";
import type { By } from "../snags.service.ts";
import { attachedTo, type DocumentWords } from "./attached.ts";
import type { ImportOptions } from "./import.ts";
import { isKept, keepFiles, keepTopic, type Taken } from "./kept.repository.ts";
import { foreignViews, kindsOf, kindsOfView } from "./kinds.ts";
import { personNamed } from "./merge.ts";
import { asRead, type ReadTopic, readMarkup } from "./parse.ts";
import type { ReadVersion } from "./topic.ts";
import { parseTree, textIn, type XmlNode } from "./tree.ts";
import type { BcfFiles } from "./zip.ts";

export interface KeepContext extends Pick<ImportOptions, "enqueueSnapshots"> {
  readonly files: BcfFiles;
  readonly version: ReadVersion;
  readonly documents: ReadonlyMap<string, DocumentWords>;
  readonly people: readonly PersonRow[];
  /** Prefix of links into this installation. */
  readonly link: string;
}

interface Brought {
  readonly row: SnagRow;
  readonly topic: ReadTopic;
  readonly folder: string;
  readonly by: By;
  readonly isNew: boolean;
}

/** Stores a topic as imported, with its files, unless it is an unextended export of one of our snags. */
export async function keepAll(
  trx: Trx,
  { row, topic, folder, by, isNew }: Brought,
  { files, version, documents, people, link, enqueueSnapshots }: KeepContext,
) {
  const markup = (await files.text(`${folder}/markup.bcf`)) ?? "";
  const shape = readMarkup(markup, version);
  const kinds = kindsOf(shape, topic, people, link);
  for (const kind of await viewKinds(shape, topic.guid, folder, files)) kinds.add(kind);
  if (!isNew && kinds.size === 0 && !(await isKept(trx, row.id))) return { kinds, due: 0, left: 0 };
  const taken = await takenOf(trx, row, topic, people);
  await keepTopic(trx, { id_snag: row.id, version, markup, taken });
  const snag = { id_snag: row.id, id_project: row.id_project };
  const { due, left } = await keepFiles(trx, snag, attachedTo(shape, folder, files, documents), files);
  if (due > 0) await enqueueSnapshots(trx, { id_snag: row.id, id_user: by.user.id });
  return { kinds, due, left };
}

async function viewKinds(
  shape: XmlNode,
  guid: string,
  folder: string,
  files: BcfFiles,
): Promise<ReadonlySet<BcfKind>> {
  const kinds = new Set<BcfKind>();
  for (const view of foreignViews(shape, guid)) {
    const name = textIn(view, "Viewpoint");
    const info = name === "" ? undefined : infoOf(await files.text(`${folder}/${name}`));
    for (const kind of info === undefined ? [] : kindsOfView(info)) kinds.add(kind);
  }
  return kinds;
}

/** Undefined for an unreadable viewpoint: it is stored nevertheless. */
export function infoOf(xml: string | undefined): XmlNode | undefined {
  try {
    return xml === undefined ? undefined : parseTree(xml, "VisualizationInfo");
  } catch {
    return undefined;
  }
}

/**
 * The imported value of a field, or the snag's current value where the file has none: the baseline of later
 * comparisons.
 */
async function takenOf(
  trx: Trx,
  row: SnagRow,
  topic: ReadTopic,
  people: readonly PersonRow[],
): Promise<Taken> {
  const { text, trade } = asRead(row);
  const isLabelled = topic.labels.some((label) => label.toLowerCase() === trade.toLowerCase());
  const comments = await trx
    .selectFrom("snag_comments")
    .select("guid")
    .where("id_snag", "=", row.id)
    .execute();
  const assignee = people.find(({ id_user }) => id_user === row.id_assignee)?.name ?? "";
  return {
    title: topic.title,
    text: topic.text ?? text,
    status: topic.status ?? row.status,
    priority: topic.priority ?? row.priority,
    trade: isLabelled ? trade : (topic.labels[0] ?? trade),
    assignee: personNamed(people, topic.assignee)?.name ?? assignee,
    due: topic.due ?? row.due_date,
    comments: comments.map(({ guid }) => guid),
  };
}
