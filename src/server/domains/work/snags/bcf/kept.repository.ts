import { type Generated, type Insertable, sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { type Attached, sha256Of } from "./attached.ts";
import type { ReadVersion } from "./topic.ts";
import type { BcfFiles } from "./zip.ts";

/** Values of a snag at the import of its topic. */
export interface Taken {
  readonly title: string;
  readonly text: string;
  readonly status: string;
  readonly priority: string;
  readonly trade: string;
  /** By name; empty for none. */
  readonly assignee: string;
  readonly due: string | null;
  /** Guids of the comments that became comments of the snag. */
  readonly comments: readonly string[];
}

interface SnagTopicsTable {
  id_snag: number;
  version: ReadVersion;
  markup: string;
  taken: string;
  imported_at: Generated<Date>;
}

interface SnagTopicFilesTable {
  id: Generated<number>;
  id_snag: number;
  name: string;
  title: Generated<string>;
  description: Generated<string>;
  content: Buffer;
  bytes: number;
  sha256: string;
  photo: "due" | "done" | null;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    snag_topics: SnagTopicsTable;
    snag_topic_files: SnagTopicFilesTable;
    project_bcf_words: { id_project: number; kind: string; word: string };
  }
}

/** Limit of words of one project. */
const WORDS = 2000;

/** Whether the snag came from a BCF file, or was in one with more content than a snag holds. */
export const isKept = async (trx: Trx, id_snag: number): Promise<boolean> =>
  (await trx
    .selectFrom("snag_topics")
    .select("id_snag")
    .where("id_snag", "=", id_snag)
    .executeTakeFirst()) !== undefined;

export async function keepTopic(
  trx: Trx,
  topic: Pick<SnagTopicsTable, "id_snag" | "version" | "markup"> & { readonly taken: Taken },
): Promise<void> {
  const row: Insertable<SnagTopicsTable> = { ...topic, taken: JSON.stringify(topic.taken) };
  const { id_snag: _id, ...change } = row;
  await trx
    .insertInto("snag_topics")
    .values(row)
    .onConflict((conflict) => conflict.column("id_snag").doUpdateSet({ ...change, imported_at: sql`now()` }))
    .execute();
}

export interface KeptFiles {
  /** Number of snapshots that are to become photos of the snag. */
  readonly due: number;
  /** Number of files that are too large, or above the limit of a topic or a project. */
  readonly left: number;
}

/** Replaces the stored files of a topic. One file is in memory at a time. */
export async function keepFiles(
  trx: Trx,
  { id_snag, id_project }: { readonly id_snag: number; readonly id_project: number },
  attached: readonly Attached[],
  files: BcfFiles,
): Promise<KeptFiles> {
  const known = await trx
    .selectFrom("snag_topic_files")
    .select(["id", "name", "bytes", "sha256", "photo"])
    .where("id_snag", "=", id_snag)
    .execute();
  let free = limits.snag.bcf.kept - (await keptBytes(trx, id_project));
  let [due, left] = [0, 0];
  const stays = new Set<number>();
  for (const [at, { path, name, title, description, isSnapshot }] of attached.entries()) {
    const before = known.find((file) => file.name === name);
    const content = at < limits.snag.bcf.files ? await files.bytes(path) : undefined;
    if (content === undefined || content.length - (before?.bytes ?? 0) > free) {
      left += 1;
      continue;
    }
    const sha256 = sha256Of(content);
    if (before?.sha256 === sha256) {
      stays.add(before.id);
      // A snapshot whose job was given up is retried.
      if (before.photo === "due") due += 1;
      continue;
    }
    free -= content.length - (before?.bytes ?? 0);
    const photo = isSnapshot ? ("due" as const) : null;
    const change = { title, description, content, bytes: content.length, sha256, photo };
    const { id } = await trx
      .insertInto("snag_topic_files")
      .values({ id_snag, name, ...change })
      .onConflict((conflict) => conflict.columns(["id_snag", "name"]).doUpdateSet(change))
      .returning("id")
      .executeTakeFirstOrThrow();
    stays.add(id);
    if (isSnapshot) due += 1;
  }
  const gone = known.filter(({ id }) => !stays.has(id)).map(({ id }) => id);
  if (gone.length > 0) await trx.deleteFrom("snag_topic_files").where("id", "in", gone).execute();
  return { due, left };
}

async function keptBytes(trx: Trx, projectId: number): Promise<number> {
  const { bytes } = await trx
    .selectFrom("snag_topic_files as f")
    .innerJoin("snags as s", "s.id", "f.id_snag")
    .select(sql<number>`coalesce(sum(f.bytes), 0)::float8`.as("bytes"))
    .where("s.id_project", "=", projectId)
    .executeTakeFirstOrThrow();
  return bytes;
}

/** Adds the values allowed by the imported files to those of earlier ones. */
export async function keepWords(
  trx: Trx,
  id_project: number,
  words: readonly (readonly [kind: string, word: string])[],
): Promise<void> {
  const { count } = await trx
    .selectFrom("project_bcf_words")
    .select(sql<number>`count(*)`.as("count"))
    .where("id_project", "=", id_project)
    .executeTakeFirstOrThrow();
  const rows = words.slice(0, Math.max(0, WORDS - count)).map(([kind, word]) => ({ id_project, kind, word }));
  if (rows.length === 0) return;
  await trx
    .insertInto("project_bcf_words")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const keptWords = (db: Database, projectId: number) =>
  db
    .selectFrom("project_bcf_words")
    .select(["kind", "word"])
    .where("id_project", "=", projectId)
    .orderBy("kind")
    .orderBy("word")
    .execute();

export interface KeptTopic {
  readonly version: ReadVersion;
  readonly markup: string;
  readonly taken: Taken;
  readonly files: readonly KeptFile[];
}

export interface KeptFile {
  readonly id: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Those of the snags that came from a BCF file: most exports have none, and ask for no topic. */
export async function keptOf(db: Database, snagIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (snagIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("snag_topics")
    .select("id_snag")
    .where("id_snag", "in", [...snagIds])
    .execute();
  return new Set(rows.map(({ id_snag }) => id_snag));
}

export async function keptTopic(db: Database, snagId: number): Promise<KeptTopic | undefined> {
  const row = await db
    .selectFrom("snag_topics")
    .select(["version", "markup", sql<Taken>`taken`.as("taken")])
    .where("id_snag", "=", snagId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const files = await db
    .selectFrom("snag_topic_files")
    .select(["id", "name", "title", "description"])
    .where("id_snag", "=", snagId)
    .orderBy("id")
    .execute();
  return { ...row, files };
}

export const keptContent = async (db: Database, id: number): Promise<Buffer | undefined> =>
  (await db.selectFrom("snag_topic_files").select("content").where("id", "=", id).executeTakeFirst())
    ?.content;
