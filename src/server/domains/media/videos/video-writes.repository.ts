import { sql } from "kysely";
import type { Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { VideoRecord } from "./videos.policy.ts";
import type { NewVideo, VideoChange, VideoDate } from "./videos.repository.ts";

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

  /** The rooms that a video of visits shows. */
  async insertDates(trx: Trx, id_video: number, dates: readonly VideoDate[]): Promise<void> {
    if (dates.length === 0) return;
    await trx
      .insertInto("video_dates")
      .values(dates.map(({ id_visit, id_room }) => ({ id_video, id_visit, id_room })))
      .execute();
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
