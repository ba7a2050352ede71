import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { PersonRow } from "../../projects/people.ts";
import { assignablePeople } from "../choices.ts";
import type { SnagNews, Turn } from "../snag-news.ts";
import { holdSnag, insertSnag, type SnagRow, touchSnag, updateSnag } from "../snag-writes.ts";
import { type By, done, type SnagService } from "../snags.service.ts";
import { addComments, differing, isWrittenBefore, personNamed } from "./merge.ts";
import { type ReadTopic, readMarkup, readVersion, TopicUnreadable } from "./parse.ts";
import type { BcfVersion } from "./topic.ts";
import { type BcfFiles, openBcf } from "./zip.ts";

export interface ImportOptions {
  readonly db: Database;
  readonly news: SnagNews;
  readonly announce: SnagService["announce"];
}

export interface Imported {
  created: number;
  updated: number;
  unchanged: number;
  readonly skipped: { readonly topic: string; readonly reason: string }[];
}

type Outcome = "created" | "updated" | "unchanged";

/**
 * Brings the topics of a BCF file into a project. Each is a transaction of its own: one that cannot be taken is told
 * and stops nobody. What was changed here after the file was written stays as it is here.
 */
export function createBcfImport({ db, news, announce }: ImportOptions) {
  return async (projectId: number, path: string, by: By): Promise<Imported> => {
    const files = await openBcf(path);
    try {
      const version = readVersion(files.version);
      const result: Imported = { created: 0, updated: 0, unchanged: 0, skipped: [] };
      // All are read before the first is written: a file that is an attack leaves nothing behind.
      const topics = await readTopics(files, version, result.skipped);
      const people = await assignablePeople(db, projectId);
      for (const topic of topics.values()) {
        try {
          result[await take(topic)] += 1;
        } catch (error) {
          if (!(error instanceof TopicUnreadable)) throw error;
          result.skipped.push({ topic: topic.title, reason: error.reason });
        }
      }
      return result;

      async function take(topic: ReadTopic): Promise<Outcome> {
        return db.transaction().execute(async (trx) => {
          const known = await trx
            .selectFrom("snags")
            .select(["id", "id_project"])
            .where("guid", "=", topic.guid)
            .executeTakeFirst();
          if (known === undefined) return create(trx, topic, people);
          if (known.id_project !== projectId) throw new TopicUnreadable("snags.topic_elsewhere");
          return update(trx, known.id, topic, people);
        });
      }
    } finally {
      files.close();
    }

    async function create(trx: Trx, topic: ReadTopic, people: readonly PersonRow[]): Promise<Outcome> {
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
      await tell(trx, "created", { before: null, after: row }, row);
      return "created";
    }

    async function update(
      trx: Trx,
      id: number,
      topic: ReadTopic,
      people: readonly PersonRow[],
    ): Promise<Outcome> {
      const before = await holdSnag(trx, id);
      const wanted = differing(before, topic, people);
      const isOlder = Object.keys(wanted).length > 0 && (await isWrittenBefore(trx, before, topic));
      const action = { id_user: by.user.id, action: "imported" } as const;
      const changes = isOlder ? [] : await updateSnag(trx, before, wanted, action);
      const added = await addComments(trx, before, topic.comments, by.user.id);
      const after = isOlder ? before : { ...before, ...wanted };
      if (changes.length === 0 && added > 0) await touchSnag(trx, id);
      if (changes.length > 0 || added > 0) await tell(trx, "changed", { before, after }, after);
      // What came with it is kept all the same: comments are only ever added.
      if (isOlder && added === 0) throw new TopicUnreadable("snags.topic_older");
      return changes.length > 0 || added > 0 ? "updated" : "unchanged";
    }

    async function tell(trx: Trx, verb: "created" | "changed", turn: Turn, row: SnagRow): Promise<void> {
      await announce(trx, [row]);
      await recordActivity(trx, done(verb, row, by.user, by.address));
      await news.turned(trx, by.user.id, [turn]);
    }
  };
}

/** By their guids. Those that cannot be read are told. */
async function readTopics(
  files: BcfFiles,
  version: BcfVersion,
  skipped: Imported["skipped"],
): Promise<ReadonlyMap<string, ReadTopic>> {
  const topics = new Map<string, ReadTopic>();
  for await (const { folder, text } of files.markups()) {
    try {
      if (text === null) throw new TopicUnreadable("snags.topic_unreadable");
      const topic = readMarkup(text, version);
      if (topics.has(topic.guid)) throw new TopicUnreadable("snags.topic_twice");
      topics.set(topic.guid, topic);
    } catch (error) {
      if (!(error instanceof TopicUnreadable)) throw error;
      skipped.push({ topic: folder, reason: error.reason });
    }
  }
  return topics;
}
