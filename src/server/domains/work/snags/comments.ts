import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { capturedNow, oncePerCapture } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SnagNews } from "./snag-news.ts";
import { addStep, holdSnag, touchSnag } from "./snag-writes.ts";
import { type SnagRecord, snagFlags } from "./snags.policy.ts";
import { type By, done, type SnagService } from "./snags.service.ts";
import "./tables.ts";

export interface CommentsOptions {
  readonly db: Database;
  readonly news: SnagNews;
  readonly announce: SnagService["announce"];
}

export function createSnagComments({ db, news, announce }: CommentsOptions) {
  const addIn = (trx: Trx, subject: Authorized<SnagRecord>, text: string, by: By): Promise<number> => {
    const { user, address, capture } = by;
    const make = async (): Promise<number> => {
      const snag = await holdSnag(trx, subject.id);
      const { count } = await trx
        .selectFrom("snag_comments")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_snag", "=", snag.id)
        .executeTakeFirstOrThrow();
      if (count >= limits.snag.comments)
        throw new AppError("VALIDATION", { fields: { text: ["snags.comments_full"] } });
      const { id } = await trx
        .insertInto("snag_comments")
        .values({
          id_snag: snag.id,
          id_user: user.id,
          text,
          ...(capture !== undefined && { guid: await freeGuid(trx, capture.guid) }),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await touchSnag(trx, snag.id);
      // The comment itself is in the comments, and is deleted with them.
      const captured_at = capturedNow(capture);
      await addStep(trx, snag.id, { id_user: user.id, action: "commented", captured_at });
      await announce(trx, [snag]);
      await recordActivity(trx, done("commented", snag, user, address));
      await news.commented(trx, user.id, snag);
      return id;
    };
    return oncePerCapture(trx, capture, { id_user: user.id, kind: "snag_comment" }, make);
  };

  return {
    /** Like `add`, within a transaction. */
    addIn,

    /** Returns its id. */
    add: (subject: Authorized<SnagRecord>, text: string, by: By): Promise<number> =>
      db.transaction().execute((trx) => addIn(trx, subject, text, by)),

    /** Authors delete their own comments, editors any. */
    remove: (subject: Authorized<SnagRecord>, commentId: number, { user, address }: By): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const comment = await trx
          .selectFrom("snag_comments")
          .select(["id", "id_user"])
          .where("id", "=", commentId)
          .where("id_snag", "=", subject.id)
          .forUpdate()
          .executeTakeFirst();
        if (comment === undefined) throw new AppError("NOT_FOUND");
        if (comment.id_user !== user.id && !snagFlags(subject, user).edit)
          throw new AppError("SNAG_EDIT_DENIED");
        await trx.deleteFrom("snag_comments").where("id", "=", comment.id).execute();
        await announce(trx, [subject]);
        await recordActivity(trx, done("comment_deleted", subject, user, address));
      }),
  };
}

/** Throws CONFLICT when another comment has this GUID, from a BCF file for instance. */
async function freeGuid(trx: Trx, guid: string): Promise<string> {
  const taken = await trx
    .selectFrom("snag_comments")
    .select("id")
    .where("guid", "=", guid)
    .executeTakeFirst();
  if (taken !== undefined) throw new AppError("CONFLICT");
  return guid;
}
