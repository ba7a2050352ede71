import { limits } from "#contract/limits.ts";
import type { SettingValues } from "#contract/settings.ts";
import { type Video, videosApi } from "#contract/videos.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { Archive, FilmChange, Films, Portraits, Settle, Uploads } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers, type UploadedFile } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import { createPasses } from "#server/platform/passes.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { claims } from "./claims.ts";
import { createMayUpload } from "./may-upload.ts";
import { createVideoDoor } from "./open-video.ts";
import { publicVideos } from "./public-videos.ts";
import { samples } from "./samples.ts";
import { starHandlers } from "./star.handlers.ts";
import { createVideoNews } from "./video-news.ts";
import { createVideoPage } from "./video-page.ts";
import { videosExport } from "./videos.export.ts";
import { videoPolicy } from "./videos.policy.ts";
import { createVideosRepository } from "./videos.repository.ts";
import { createVideoService } from "./videos.service.ts";
import { wireVideo } from "./wire.ts";

export interface VideosOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly bus: Pick<Bus, "emit">;
  readonly attempts: Attempts;
  readonly notices: Notices;
  readonly sightings: Sightings;
  readonly quotas: Pick<Quotas, "check" | "freed" | "take">;
  readonly films: Films;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly archive: Archive;
  readonly uploads: Pick<Uploads, "finishVideo" | "keepUpload">;
  /** The present limits of a video file. */
  readonly settings: { get(): Pick<SettingValues, "video_seconds" | "video_mb"> };
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function videosModule(options: VideosOptions) {
  const { db, uploads, sightings } = options;
  const videos = createVideosRepository(db);
  const passes = createPasses(options, "video", limits.video.passHours);
  const door = createVideoDoor({ db, passes, key: options.key });
  const guests = createVideoPage({ ...options, door, passes });
  const shown = publicVideos(db, options);
  const limitsInForce = () => ({ seconds: options.settings.get().video_seconds });
  const service = createVideoService({
    ...options,
    limits: limitsInForce,
    videos,
    news: createVideoNews(options.notices),
  });

  const show = async (user: SessionUser, id: number): Promise<Video> =>
    wireVideo(await videos.one(user, id), user, options);

  return {
    policies: { video: videoPolicy(db) },
    offers: {
      videoDoor: door,
      videos: shown,
      /** The public page of a video, and its unlocking for a browser. */
      videoPage: guests.page,
      /** Adds a video of a file that was made here, by the same rules as any other; up to the absolute limit of length. */
      addMadeVideo: service.add,
      /** Checks that a user may start to upload a video to a project. */
      mayUploadVideo: createMayUpload(db, () => options.settings.get().video_mb, options.quotas),
      /** Notifies viewers of a file's videos of its new state. */
      filmChanged: (trx: Trx, sha256: string, change: FilmChange) => service.filmChanged(trx, sha256, change),
    },
    claims,
    exportParts: [videosExport(db, options.archive)],
    samples,
    handlers: handlers(videosApi, {
      "GET /api/three60videos": async ({ query, user }) => {
        const filter = { ...query, id_project: query.id_project ?? query.project_id };
        const { rows, total } = await videos.list(user, filter);
        const items = rows.map((video) => wireVideo(video, user, options));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/three60videos/public": async ({ query }) => {
        const { rows, total } = await shown.list(query);
        return { items: [...rows], total, page: query.page, per_page: query.per_page };
      },
      "GET /api/three60videos/{id}": async ({ subject, user, request }) => {
        await sightings.seen({ ...subject, name: subject.title, kind: "video" }, user, request);
        return show(user, subject.id);
      },
      ...guests.handlers,
      "POST /api/three60videos/upload": async ({ subject, files: { video }, user }) => ({
        upload: await uploads.keepUpload(video, { id_user: user.id, id_project: subject.id }),
        file_size: video.bytes,
      }),
      "POST /api/three60videos": async ({ subject, body, files, user, request }) => {
        const by = { id_user: user.id, address: request.ip };
        const { id_project: _project, upload, ...fields } = body;
        service.check(fields);
        if (files.file === undefined && upload === undefined)
          throw new AppError("FILE_EMPTY", { fields: { file: ["videos.file_required"] } });
        const add = (file: UploadedFile, alongside?: Settle) =>
          service.add(subject, fields, file, files.thumbnail, by, alongside);
        const id =
          files.file === undefined
            ? await uploads.finishVideo({ id: upload ?? "", id_user: user.id, id_project: subject.id }, add)
            : await add(files.file);
        return show(user, id);
      },
      "PUT /api/three60videos/{id}": async ({ subject, body, files, user, request }) => {
        await service.change(subject, body, files.thumbnail, { id_user: user.id, address: request.ip });
        return show(user, subject.id);
      },
      "PUT /api/three60videos/{id}/status": async ({ subject, body, user, request }) => {
        await service.setStatus(subject, body.status, { id_user: user.id, address: request.ip });
        return show(user, subject.id);
      },
      ...starHandlers(videos),
      "DELETE /api/three60videos/{id}": async ({ subject, user, request }) => {
        await service.remove(subject, { id_user: user.id, address: request.ip });
        options.quotas.freed(subject.id_payer);
        return {};
      },
    }),
  };
}
