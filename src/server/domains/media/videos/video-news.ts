import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { membersOf } from "#server/domains/sites/projects/members.ts";
import type { Trx } from "#server/platform/database.ts";
import "./tables.ts";

interface Told {
  readonly id: number;
  readonly title: string;
  readonly id_project: number;
  readonly project: string;
  readonly id_user: number | null;
  readonly is_hidden: boolean;
  readonly of_visits: boolean;
}

/** Members who may see it: those who see the visits as well, for a video made of them. */
const viewersOf = ({ id_project, of_visits }: Told) => {
  const members = membersOf(id_project, "videos.view");
  return of_visits ? sql<number>`${members} and 'visits.view' = any (grants)` : members;
};

/** Notifications of videos: added, ready, or failed. */
export function createVideoNews(notices: Notices) {
  const about = ({ id, title, project }: Told) => ({
    values: { video: title, project },
    link: `/videos/${id}/watch`,
    // "Ready" replaces an unread "added".
    fold: `video ${id}`,
  });
  const byAuthor = ({ id_user }: Told) => (id_user === null ? {} : { by: id_user });

  /** A video that the project has to be notified of: undefined when that was done, or when the video is hidden. */
  const untold = async (trx: Trx, videoId: number): Promise<Told | undefined> => {
    const { rows } = await sql<Told>`
      select t.id, t.title, t.id_project, t.id_user, t.is_hidden, t.of_visits, p.name as project
      from videos t join projects p on p.id = t.id_project
      where t.id = ${videoId} and t.announced_at is null and p.deleted_at is null
      for update of t`.execute(trx);
    return rows[0];
  };

  return {
    async created(trx: Trx, videoId: number): Promise<void> {
      const video = await untold(trx, videoId);
      if (video === undefined) return;
      const to = viewersOf(video);
      await notices.notify(trx, { to, sort: "video_created", ...about(video), ...byAuthor(video) });
    },

    /** Once per video, however often its sizes are made. */
    async ready(trx: Trx, videoId: number): Promise<void> {
      const video = await untold(trx, videoId);
      if (video === undefined) return;
      await trx.updateTable("videos").set({ announced_at: sql`now()` }).where("id", "=", videoId).execute();
      if (video.is_hidden) return;
      const to = viewersOf(video);
      await notices.notify(trx, { to, sort: "video_ready", ...about(video), ...byAuthor(video) });
    },

    /** Notifies the user who added it. */
    async failed(trx: Trx, videoId: number): Promise<void> {
      const video = await untold(trx, videoId);
      if (video === undefined || video.id_user === null) return;
      await notices.notify(trx, { to: [video.id_user], sort: "video_failed", ...about(video) });
    },
  };
}

export type VideoNews = ReturnType<typeof createVideoNews>;
