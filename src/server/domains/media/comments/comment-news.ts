import { sql } from "kysely";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Trx } from "#server/platform/database.ts";

/** The commented video. */
interface Spoken {
  readonly id: number;
  readonly title: string;
  readonly id_project: number;
  readonly project: string;
  readonly id_user: number | null;
}

/** Subquery for those of these users who may still see the project's videos. */
const seeing = (projectId: number, people: readonly number[]) =>
  sql<number>`select id_user from project_members
    where id_project = ${projectId} and id_user = any (${people}::bigint[]) and 'videos.view' = any (grants)`;

/**
 * Notifications of comments: to the author of the answered comment, and to the user who added the video unless they are
 * the same.
 */
export function createCommentNews(notices: Notices) {
  return async (
    trx: Trx,
    video: Spoken,
    { by, seconds, answered }: { by: number; seconds: number; answered: number | null },
  ): Promise<void> => {
    const { id, title, id_project, project, id_user } = video;
    const values = { video: title, project };
    const link = `/videos/${id}/watch?t=${Math.floor(seconds)}`;
    if (answered !== null)
      await notices.notify(trx, {
        to: seeing(id_project, [answered]),
        by,
        sort: "comment_answered",
        values,
        link,
        fold: `answers ${id}`,
      });
    if (id_user !== null && id_user !== answered)
      await notices.notify(trx, {
        to: seeing(id_project, [id_user]),
        by,
        sort: "video_commented",
        values,
        link,
        fold: `video comments ${id}`,
      });
  };
}
