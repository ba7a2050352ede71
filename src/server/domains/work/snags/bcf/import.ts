import type { BcfKind } from "#contract/choices.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { assignablePeople } from "../choices.ts";
import type { SnagNews, Turn } from "../snag-news.ts";
import { holdSnag, insertSnag, type SnagRow, touchSnag, updateSnag } from "../snag-writes.ts";
import { type By, done, type SnagService } from "../snags.service.ts";
import { documentsOf, wordsOf } from "./attached.ts";
import { keepAll } from "./keep.ts";
import { keepWords } from "./kept.repository.ts";
import { addComments, differing, isWrittenBefore, personNamed } from "./merge.ts";
import { type ReadTopic, readMarkup, readTopic, readVersion, TopicUnreadable } from "./parse.ts";
import type { ReadVersion } from "./topic.ts";
import { refuseDeclarations } from "./tree.ts";
import { type BcfFiles, openBcf } from "./zip.ts";

export interface ImportOptions {
  readonly db: Database;
  readonly news: SnagNews;
  readonly announce: SnagService["announce"];
  /** Enqueues the job that turns a snag's snapshots into its photos. */
  readonly enqueueSnapshots: (trx: Trx, job: { id_snag: number; id_user: number }) => Promise<void>;
  /** Public address of this server. */
  readonly siteAddress: string;
}

export interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  photos: number;
  left: number;
  readonly kept: { readonly kind: BcfKind; topics: number }[];
  readonly skipped: { readonly topic: string; readonly reason: string }[];
}

type Outcome = "created" | "updated" | "unchanged";

interface Found {
  readonly topic: ReadTopic;
  readonly folder: string;
}

/**
 * Imports the topics of a BCF file into a project. Each topic has its own transaction: one that fails is reported and
 * does not stop the others. Changes made here after the file was written are kept.
 */
export type BcfImport = ReturnType<typeof createBcfImport>;

export function createBcfImport({ db, news, announce, enqueueSnapshots, siteAddress }: ImportOptions) {
  return async (projectId: number, path: string, by: By): Promise<Imported> => {
    const files = await openBcf(path);
    try {
      const version = readVersion(files.version);
      const result: Imported = {
        created: 0,
        updated: 0,
        unchanged: 0,
        photos: 0,
        left: 0,
        kept: [],
        skipped: [],
      };
      // All topics are read before the first is written: a malicious file leaves nothing behind.
      const topics = await readTopics(files, version, result.skipped);
      const [documents, words] = [await documentsOf(files), await wordsOf(files)];
      const people = await assignablePeople(db, projectId);
      const context = { files, version, documents, people, link: siteAddress, enqueueSnapshots };
      for (const found of topics.values()) {
        try {
          const { outcome, kept } = await db.transaction().execute((trx) => take(trx, found));
          result[outcome] += 1;
          result.photos += kept.due;
          result.left += kept.left;
          for (const kind of kept.kinds) count(result, kind);
        } catch (error) {
          if (!(error instanceof TopicUnreadable)) throw error;
          result.skipped.push({ topic: found.topic.title, reason: error.reason });
        }
      }
      if (topics.size > 0) await db.transaction().execute((trx) => keepWords(trx, projectId, words));
      return result;

      async function take(trx: Trx, { topic, folder }: Found) {
        const known = await trx
          .selectFrom("snags")
          .select("id")
          .where("guid", "=", topic.guid)
          .where("id_project", "=", projectId)
          .executeTakeFirst();
        const { row, outcome, turn } =
          known === undefined
            ? await create(trx, projectId, topic, people, by)
            : await update(trx, known.id, topic, people, by);
        const kept = await keepAll(trx, { row, topic, folder, by, isNew: known === undefined }, context);
        if (turn !== undefined) await tell(trx, outcome === "created" ? "created" : "changed", turn, row, by);
        return { outcome, kept };
      }
    } finally {
      files.close();
    }
  };

  async function tell(
    trx: Trx,
    verb: "created" | "changed",
    turn: Turn,
    row: SnagRow,
    by: By,
  ): Promise<void> {
    await announce(trx, [row]);
    await recordActivity(trx, done(verb, row, by.user, by.address));
    await news.turned(trx, by.user.id, [turn]);
  }
}

async function create(
  trx: Trx,
  projectId: number,
  topic: ReadTopic,
  people: readonly PersonRow[],
  by: By,
): Promise<Done> {
  const values = {
    title: topic.title,
    text: topic.text ?? "",
    status: topic.status ?? "open",
    priority: topic.priority ?? "normal",
    trade: topic.labels[0] ?? "",
    id_assignee: personNamed(people, topic.assignee)?.id_user ?? null,
    due_date: topic.due ?? null,
    guid: topic.guid,
  } as const;
  const { id } = await insertSnag(trx, projectId, values, { id_user: by.user.id, action: "imported" });
  const row = await holdSnag(trx, id);
  await addComments(trx, row, topic.comments, by.user.id);
  return { row, outcome: "created", turn: { before: null, after: row } };
}

async function update(
  trx: Trx,
  id: number,
  topic: ReadTopic,
  people: readonly PersonRow[],
  by: By,
): Promise<Done> {
  const before = await holdSnag(trx, id);
  const wanted = differing(before, topic, people);
  const isOlder = Object.keys(wanted).length > 0 && (await isWrittenBefore(trx, before, topic));
  const action = { id_user: by.user.id, action: "imported" } as const;
  const changes = isOlder ? [] : await updateSnag(trx, before, wanted, action);
  const added = await addComments(trx, before, topic.comments, by.user.id);
  const after = isOlder ? before : { ...before, ...wanted };
  if (changes.length === 0 && added > 0) await touchSnag(trx, id);
  // Its comments are kept nevertheless: comments are only ever added.
  if (isOlder && added === 0) throw new TopicUnreadable("snags.topic_older");
  const isChanged = changes.length > 0 || added > 0;
  return {
    row: after,
    outcome: isChanged ? "updated" : "unchanged",
    turn: isChanged ? { before, after } : undefined,
  };
}

interface Done {
  readonly row: SnagRow;
  readonly outcome: Outcome;
  /** Change to notify users of; undefined when nothing changed. */
  readonly turn: Turn | undefined;
}

function count({ kept }: Imported, kind: BcfKind): void {
  const known = kept.find((one) => one.kind === kind);
  if (known === undefined) kept.push({ kind, topics: 1 });
  else known.topics += 1;
}

/** Topics by their guids. Unreadable ones are reported. */
async function readTopics(
  files: BcfFiles,
  version: ReadVersion,
  skipped: Imported["skipped"],
): Promise<ReadonlyMap<string, Found>> {
  const topics = new Map<string, Found>();
  for await (const { folder, text } of files.markups()) {
    try {
      if (text === null) throw new TopicUnreadable("snags.topic_unreadable");
      const topic = readTopic(readMarkup(text, version));
      if (topics.has(topic.guid)) throw new TopicUnreadable("snags.topic_twice");
      for (const path of files.below(folder))
        if (path.toLowerCase().endsWith(".bcfv")) refuseDeclarations((await files.text(path)) ?? "");
      topics.set(topic.guid, { topic, folder });
    } catch (error) {
      if (!(error instanceof TopicUnreadable)) throw error;
      skipped.push({ topic: folder, reason: error.reason });
    }
  }
  return topics;
}
