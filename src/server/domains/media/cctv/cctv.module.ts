import { cctvApi } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { type Cameras, openSource } from "#server/cameras/index.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import type { Ffmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import type { Archive, Portraits } from "#server/media/index.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { eventListener } from "#server/platform/events/event-listener.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker, scheduledJob } from "#server/platform/jobs/work.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import { createPasses } from "#server/platform/passes.ts";
import { cameraHandlers } from "./camera.handlers.ts";
import { createCameraCalls } from "./camera-calls.ts";
import { camerasExport } from "./cameras.export.ts";
import { cameraChanged, cameraDeleted } from "./cctv.events.ts";
import { checkCamera, checkCameras, keepStills, makeTimelapse } from "./cctv.jobs.ts";
import { cameraPolicy } from "./cctv.policy.ts";
import { createCamerasRepository } from "./cctv.repository.ts";
import { createChecks } from "./checks.ts";
import { claims } from "./claims.ts";
import { createFilmMaker } from "./film-maker.ts";
import { createHealth } from "./health.ts";
import { createCameraDoor } from "./open-camera.ts";
import { createPlayback } from "./playback.ts";
import { createCameraPlayer } from "./player.ts";
import { samples } from "./samples.ts";
import { stillHandlers } from "./still.handlers.ts";
import { createStills } from "./stills.ts";
import { createTimelapses } from "./timelapses.ts";
import { type CameraWire, wireCamera } from "./wire.ts";

export interface CctvOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly log: Log;
  readonly attempts: Attempts;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly sightings: Sightings;
  readonly quotas: Pick<Quotas, "freed" | "take">;
  readonly portraits: Portraits;
  readonly archive: Archive;
  readonly ffmpeg: Ffmpeg;
  readonly cameras: Cameras;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** For temporary files; on the store's volume. */
  readonly directory: string;
}

export function cctvModule(options: CctvOptions) {
  const { db, bus, clock, key, address, cameras } = options;
  const sourceIn = (sealed: string) => (sealed === "" ? null : openSource(key, sealed));
  const repository = createCamerasRepository(db);
  const checks = createChecks({ ...options, sourceIn });
  const health = createHealth(db, clock);
  const stills = createStills({ ...options, sourceIn });
  const timelapses = createTimelapses({ ...options, film: createFilmMaker(options) });
  const passes = createPasses({ key, clock }, "camera", limits.video.passHours);
  const playback = createPlayback(cameras, clock);
  const player = createCameraPlayer({
    ...options,
    open: createCameraDoor(repository, passes, key),
    passes,
    playback,
  });
  const wire: CameraWire = { address, sourceIn };

  const calls = createCameraCalls({ db, bus, repository, wire });
  const { show } = calls;

  return {
    policies: { camera: cameraPolicy(db) },
    offers: {
      /** The public page of a camera, and its unlocking for a browser. */
      cameraPage: {
        open: player.open,
        unlock: async (...visitor: Parameters<typeof player.unlock>) =>
          (await player.unlock(...visitor)) !== null,
      },
    },
    jobs: [
      jobWorker(checkCamera, ({ id_camera }) => checks.check(id_camera)),
      jobWorker(checkCameras, (_, { signal }) => checks.checkAll(signal)),
      jobWorker(keepStills, (_, { signal }) => stills.takeDue(signal)),
      jobWorker(
        makeTimelapse,
        ({ id_timelapse }, { signal }) => timelapses.make(id_timelapse, signal),
        ({ id_timelapse }) => timelapses.giveUp(id_timelapse),
      ),
    ],
    schedules: [scheduledJob("*/5 * * * *", checkCameras), scheduledJob("* * * * *", keepStills)],
    listens: [
      eventListener(cameraChanged, ({ id_camera }) => cameras.forget(id_camera)),
      eventListener(cameraDeleted, ({ id_camera }) => cameras.forget(id_camera)),
    ],
    /** Deletes pictures after their retention period. */
    sweeps: [stills.prune],
    claims,
    exportParts: [camerasExport(db, options.archive)],
    samples,
    handlers: handlers(cctvApi, {
      "GET /api/cctv-cameras": async ({ query, user }) => {
        const { rows, total } = await repository.list(user, query);
        const items = rows.map((row) => wireCamera(row, user, wire));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/cctv-cameras/{id}": async ({ subject, user, request }) => {
        await options.sightings.seen({ ...subject, kind: "camera" }, user, request);
        return show(subject.id, user);
      },
      ...cameraHandlers({ ...options, ...calls, checks }),
      "PUT /api/cctv-cameras/star": async ({ body, user }) => {
        const id = body.id_camera ?? 0;
        const starred = await repository.star(user, id, body.starred);
        if (starred === undefined) throw new AppError("NOT_FOUND");
        return { id_camera: id, starred };
      },
      "PUT /api/cctv-cameras/bulk-star": async ({ body: { camera_ids, starred }, user }) => ({
        camera_ids: await repository.starAll(user, camera_ids, starred),
        starred,
      }),
      "POST /api/cctv-cameras/{id}/check": async ({ subject, user }) => {
        await checks.check(subject.id);
        return show(subject.id, user);
      },
      "GET /api/cctv-cameras/{id}/health": ({ subject, query }) => health(subject, query.period),
      "GET /api/cctv-cameras/{id}/playback": async ({ subject, user }) => playback(subject.id, user),
      ...stillHandlers({ ...calls, stills, timelapses }),
      "GET /api/cctv-player": ({ query, user, request }) => player.open(query.code, user, request),
      "POST /api/cctv-player/verify-password": async ({ body, user, request, reply }) => {
        const shown = await player.unlock(body.code, body.password, user, request, reply);
        if (shown === null)
          throw new AppError("CAMERA_PASSWORD_WRONG", { fields: { password: ["CAMERA_PASSWORD_WRONG"] } });
        return shown;
      },
    }),
  };
}
