import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { VideoRecord } from "./videos.policy.ts";
import type { NewVideo, VideoChange } from "./videos.repository.ts";

/** Changes of videos. */
export const videoWrites = () => ({
  insert: async (trx: Trx, { metadata, ...video }: NewVideo): Promise<number> => {
    const { id } = await trx
      .insertInto("videos")
      .values({ ...video, metadata: JSON.stringify(metadata) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  },

  update: (trx: Trx, video: Authorized<VideoRecord>, values: VideoChange) =>
    trx
      .updateTable("videos")
      .set({ ...values, updated_at: sql`now()` })
      .where("id", "=", video.id)
      .execute(),

  remove: (trx: Trx, video: Authorized<VideoRecord>) =>
    trx.deleteFrom("videos").where("id", "=", video.id).execute(),
});
