import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import type { Trx } from "#server/platform/database.ts";
import { addStep, type SnagRow, type SnagValues } from "../snag-writes.ts";
import { asRead, type ReadComment, type ReadTopic } from "./parse.ts";
import "../../voice-notes/tables.ts";

/** Returns the fields that differ in the file. Missing fields, and unknown values, leave the snag's own. */
export function differing(row: SnagRow, topic: ReadTopic, people: readonly PersonRow[]): Partial<SnagValues> {
  const is = asRead(row);
  const person = personNamed(people, topic.assignee);
  const isLabelled = topic.labels.some((label) => label.toLowerCase() === is.trade.toLowerCase());
  return {
    ...(topic.title !== is.title && { title: topic.title }),
    ...(topic.text !== undefined && topic.text !== is.text && { text: topic.text }),
    ...(topic.status !== undefined && topic.status !== row.status && { status: topic.status }),
    ...(topic.priority !== undefined && topic.priority !== row.priority && { priority: topic.priority }),
    ...(topic.labels[0] !== undefined && !isLabelled && { trade: topic.labels[0] }),
    ...(person !== undefined && person.id_user !== row.id_assignee && { id_assignee: person.id_user }),
    ...(topic.due !== undefined && topic.due !== row.due_date && { due_date: topic.due }),
  };
}

/** The member with the name in the file; undefined when two members share it. */
export function personNamed(people: readonly PersonRow[], name: string | undefined): PersonRow | undefined {
  const wanted = name?.trim().toLowerCase();
  const found = people.filter((person) => wanted !== undefined && person.name.toLowerCase() === wanted);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Whether the changes made here are newer than the file. Compared by seconds, as many programs write no finer dates; a
 * file without a date is trusted.
 */
export async function isWrittenBefore(
  trx: Trx,
  { id, created_at }: SnagRow,
  { modifiedAt }: ReadTopic,
): Promise<boolean> {
  if (modifiedAt === undefined) return false;
  const { at } = await trx
    .selectFrom("snag_steps")
    .select(sql<Date | null>`max(created_at)`.as("at"))
    .where("id_snag", "=", id)
    .where("action", "in", ["created", "changed", "imported"])
    .executeTakeFirstOrThrow();
  const second = (date: Date) => Math.floor(date.getTime() / 1000);
  return second(modifiedAt) < second(at ?? created_at);
}

/**
 * Adds comments that are new here. They are attributed to the importing user: the file's author is unverified, so the
 * text names them.
 */
export async function addComments(
  trx: Trx,
  { id }: Pick<SnagRow, "id">,
  comments: readonly ReadComment[],
  id_user: number,
): Promise<number> {
  const { count } = await trx
    .selectFrom("snag_comments")
    .select(sql<number>`count(*)`.as("count"))
    .where("id_snag", "=", id)
    .executeTakeFirstOrThrow();
  // A voice note is exported as a comment with its guid: in our own file it is no new one.
  const voices = await trx.selectFrom("voice_notes").select("guid").where("id_snag", "=", id).execute();
  const rows = comments
    .filter(({ guid }) => !voices.some((voice) => voice.guid === guid))
    .slice(0, Math.max(0, limits.snag.comments - count))
    .map(({ guid, text, author, at }) => ({
      id_snag: id,
      id_user,
      guid,
      text: author === "" ? text : `${author}: ${text}`.slice(0, limits.snag.comment).toWellFormed(),
      ...(at !== undefined && at.getTime() <= Date.now() && { created_at: at }),
    }));
  if (rows.length === 0) return 0;
  const added = await trx
    .insertInto("snag_comments")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["id_snag", "guid"]).doNothing())
    .returning("id")
    .execute();
  for (const _ of added) await addStep(trx, id, { id_user, action: "commented" });
  return added.length;
}
