import type { videosApi } from "#contract/videos.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VideosRepository } from "./videos.repository.ts";

type Route = Extract<keyof typeof videosApi, `PUT /api/three60videos/${"star" | "{id}/star" | "bulk-star"}`>;

/** A user's stars on videos. */
export function starHandlers(videos: Pick<VideosRepository, "star" | "starAll">): Handlers<Route> {
  async function star(user: SessionUser, id: number, wanted: boolean | undefined): Promise<boolean> {
    const starred = await videos.star(user, id, wanted);
    if (starred === undefined) throw new AppError("NOT_FOUND");
    return starred;
  }

  return {
    "PUT /api/three60videos/star": async ({ body, user }) => {
      const id = body.id_video ?? 0;
      return { id_video: id, starred: await star(user, id, body.starred) };
    },
    "PUT /api/three60videos/{id}/star": async ({ subject: { id }, body, user }) => ({
      id_video: id,
      starred: await star(user, id, body.starred),
    }),
    "PUT /api/three60videos/bulk-star": async ({ body: { video_ids, starred }, user }) => ({
      video_ids: await videos.starAll(user, video_ids, starred),
      starred,
    }),
  };
}
