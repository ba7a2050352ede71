import { limits } from "#contract/limits.ts";
import { type Video, videosApi } from "#contract/videos.ts";
import type { Portraits } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createPasses } from "../access-logs/passes.ts";
import type { Notices } from "../notifications/notices.ts";
import { createVideoDoor } from "./open-video.ts";
import { publicVideos } from "./public-videos.ts";
import { createVideoNews } from "./video-news.ts";
import { videoPolicy } from "./videos.policy.ts";
import { createVideosRepository } from "./videos.repository.ts";
import { createVideoService } from "./videos.service.ts";
import { type Address, wireVideo } from "./wire.ts";

export interface VideosOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly bus: Pick<Bus, "emit">;
  readonly attempts: Attempts;
  readonly notices: Notices;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly address: Address;
}

export function videosModule(options: VideosOptions) {
  const { db, address } = options;
  const videos = createVideosRepository(db);
  const passes = createPasses(options, "video", limits.video.passHours);
  const door = createVideoDoor({ db, passes });
  const shown = publicVideos(db, address);
  const news = createVideoNews(options.notices);
  const service = createVideoService({ ...options, videos });

  const show = async (user: SessionUser, id: number): Promise<Video> =>
    wireVideo(await videos.one(user, id), user, address);

  return {
    policy: videoPolicy(db),
    door,
    shown,
    handlers: handlers(videosApi, {
      ...pending(videosApi),
      "GET /api/three60videos": async ({ query, user }) => {
        const { rows, total } = await videos.list(user, {
          ...query,
          id_project: query.id_project ?? query.project_id,
        });
        const items = rows.map((video) => wireVideo(video, user, address));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/three60videos/public": async ({ query }) => {
        const { rows, total } = await shown.list(query);
        return { items: rows, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/three60videos/{id}": ({ subject, user }) => show(user, subject.id),
      "PUT /api/three60videos/{id}": async ({ subject, body, files, user, request }) => {
        await service.change(subject, body, files.thumbnail, { id_user: user.id, address: request.ip });
        return show(user, subject.id);
      },
      "PUT /api/three60videos/star": async ({ body, user }) => {
        const id = body.id_video ?? 0;
        const starred = await videos.star(user, id, body.starred);
        if (starred === undefined) throw new AppError("NOT_FOUND");
        return { id_video: id, starred };
      },
      "PUT /api/three60videos/{id}/star": async ({ subject: { id }, body, user }) => {
        const starred = await videos.star(user, id, body.starred);
        if (starred === undefined) throw new AppError("NOT_FOUND");
        return { id_video: id, starred };
      },
      "PUT /api/three60videos/bulk-star": async ({ body: { video_ids, starred }, user }) => ({
        video_ids: await videos.starAll(user, video_ids, starred),
        starred,
      }),
      "DELETE /api/three60videos/{id}": async ({ subject, user, request }) => {
        await service.remove(subject, { id_user: user.id, address: request.ip });
        return {};
      },
    }),
  };
}
