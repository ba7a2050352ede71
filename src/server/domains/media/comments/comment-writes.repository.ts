import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { CommentRecord } from "./comments.policy.ts";
import "../videos/tables.ts";
import type { NewComment } from "./comments.repository.ts";

/** Changes of comments. */
export const commentWrites = () => ({
  /** Undefined when the video has reached its limit. */
  async insert(trx: Trx, comment: NewComment, most: number): Promise<number | undefined> {
    const { count } = await trx
      .selectFrom("video_comments")
      .select(sql<number>`count(*)::int`.as("count"))
      .where("id_video", "=", comment.id_video)
      .executeTakeFirstOrThrow();
    if (count >= most) return undefined;
    const { id } = await trx
      .insertInto("video_comments")
      .values(comment)
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  },

  /** Replies move with it to another second. */
  async update(
    trx: Trx,
    comment: Authorized<CommentRecord>,
    values: Partial<Pick<NewComment, "text" | "seconds" | "yaw" | "pitch">>,
  ): Promise<void> {
    await trx
      .updateTable("video_comments")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", comment.id)
      .execute();
    if (values.seconds !== undefined)
      await trx
        .updateTable("video_comments")
        .set({ seconds: values.seconds })
        .where("id_parent", "=", comment.id)
        .execute();
  },

  /** Sets it, or toggles it where no value is given. */
  resolve: (trx: Trx, comment: Authorized<CommentRecord>, by: number, wanted: boolean | undefined) => {
    const isWanted = sql`coalesce(${wanted ?? null}::boolean, resolved_at is null)`;
    return trx
      .updateTable("video_comments")
      .set({
        resolved_at: sql`case when ${isWanted} then coalesce(resolved_at, now()) end`,
        id_resolver: sql`case when not ${isWanted} then null
          when resolved_at is null then ${by}::bigint else id_resolver end`,
      })
      .where("id", "=", comment.id)
      .execute();
  },

  remove: (trx: Trx, comment: Authorized<CommentRecord>) =>
    trx.deleteFrom("video_comments").where("id", "=", comment.id).execute(),
});
