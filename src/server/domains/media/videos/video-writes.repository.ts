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

  /** The rooms that a video of visits shows. It is withheld when one of them, or its visit, was deleted meanwhile. */
  async insertDates(trx: Trx, id_video: number, dates: readonly VideoDate[]): Promise<void> {
    if (dates.length === 0) return;
    await trx
      .insertInto("video_dates")
      .values(dates.map(({ id_visit, id_room }) => ({ id_video, id_visit, id_room })))
      .execute();
    // A deletion that is under way ends before, a later one finds the rows above.
    await sql`select from visits where id in (select id_visit from video_dates where id_video = ${id_video})
      order by id for share`.execute(trx);
    await sql`select from rooms where id in (select id_room from video_dates where id_video = ${id_video})
      order by id for key share`.execute(trx);
    await sql`
      update videos set is_withheld = true where id = ${id_video} and exists (
        select from video_dates d left join visits v on v.id = d.id_visit left join rooms r on r.id = d.id_room
        where d.id_video = ${id_video} and (v.id is null or v.deleted_at is not null or r.id is null))`.execute(
      trx,
    );
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
