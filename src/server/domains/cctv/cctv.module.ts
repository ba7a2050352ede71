import { cctvApi } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { type Cameras, kindOf, openSource, sealSource, splitAddress } from "#server/cameras/index.ts";
import type { Ffmpeg } from "#server/media/ffmpeg/ffmpeg.ts";
import { type Archive, type Portraits, snapshotThumbnailShape } from "#server/media/index.ts";
import { type Activity, changedNames, recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { Log } from "#server/platform/log.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { createPasses } from "../access-logs/passes.ts";
import type { Sightings } from "../access-logs/sightings.ts";
import type { Notices } from "../notifications/notices.ts";
import type { Quotas } from "../plans/quotas.ts";
import { cameraChanged, cameraCreated, cameraDeleted } from "./cctv.events.ts";
import { checkCamera } from "./cctv.jobs.ts";
import { cameraPolicy } from "./cctv.policy.ts";
import { createCamerasRepository } from "./cctv.repository.ts";
import { type CameraRow, createChecks } from "./checks.ts";
import { createFilmMaker } from "./film-maker.ts";
import { createHealth } from "./health.ts";
import { createCameraDoor } from "./open-camera.ts";
import { createPlayback } from "./playback.ts";
import { createCameraPlayer } from "./player.ts";
import { nextStill } from "./schedule.ts";
import { createStills } from "./stills.ts";
import { createTimelapses } from "./timelapses.ts";
import { changedSource, checkedSchedule, isSameSource, protectionValues } from "./values.ts";
import { type CameraWire, wireCamera, wireStill, wireTimelapse } from "./wire.ts";

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
  readonly archive: Pick<Archive, "localFile">;
  readonly ffmpeg: Ffmpeg;
  readonly cameras: Cameras;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
  /** For files under way; on the store's volume. */
  readonly directory: string;
}

export function cctvModule(options: CctvOptions) {
  const { db, bus, clock, key, jobs, portraits, address, cameras } = options;
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
  bus.on(cameraChanged, ({ id_camera }) => cameras.forget(id_camera));
  bus.on(cameraDeleted, ({ id_camera }) => cameras.forget(id_camera));

  const show = async (id: number, user: SessionUser) =>
    wireCamera(await repository.summary(user.id, id), user, wire);
  const changed = (trx: Trx, { id, id_project }: Pick<CameraRow, "id" | "id_project">) =>
    bus.emit(trx, cameraChanged, { id_project, id_camera: id });
  const askCheck = (trx: Trx, id: number) =>
    jobs.send(trx, checkCamera, { id_camera: id }, { key: String(id) });
  const setThumbnail = async (camera: CameraRow, thumbnail: string | null, by: Activity) => {
    await db.transaction().execute(async (trx) => {
      await repository.update(trx, camera.id, { thumbnail });
      await changed(trx, camera);
      await recordActivity(trx, { ...by, changed: ["thumbnail"] });
    });
  };

  return {
    policy: cameraPolicy(db),
    /** What stands at a camera's own address, and how a browser gets in. */
    page: {
      open: player.open,
      unlock: async (...visitor: Parameters<typeof player.unlock>) =>
        (await player.unlock(...visitor)) !== null,
    },
    /** The jobs. */
    check: checks.check,
    checkAll: checks.checkAll,
    takeStills: stills.takeDue,
    makeTimelapse: timelapses.make,
    giveUpTimelapse: timelapses.giveUp,
    /** Removes pictures that were kept for their days. */
    prune: stills.prune,
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
      "POST /api/cctv-cameras": async ({ body, subject, user, request }) => {
        const source = splitAddress(body.hls_url, body);
        const schedule = checkedSchedule(body.schedule);
        const { name, description, location, is_public, is_protected, alert_after } = body;
        const row = {
          name,
          description,
          location,
          is_public,
          is_protected,
          alert_after,
          ...(await protectionValues(body, null)),
          code: newCode(),
          id_project: subject.id,
          id_user: user.id,
          kind: kindOf(source),
          source: sealSource(key, source),
          metadata: JSON.stringify(body.metadata),
          schedule: schedule === null ? null : JSON.stringify(schedule),
          next_still_at: schedule === null ? null : nextStill(schedule, clock.now()),
        };
        const id = await db.transaction().execute(async (trx) => {
          const { perProject: n } = limits.camera;
          const [id_user, id_project] = [user.id, subject.id];
          const id_payer = await options.quotas.take(trx, { kind: "camera", id_user, id_project });
          const made = await repository.insert(trx, { ...row, id_payer }, n);
          if (made === undefined) throw new AppError("CAMERAS_FULL", { values: { n } });
          await bus.emit(trx, cameraCreated, { id_project: subject.id, id_camera: made.id });
          await recordActivity(trx, done("camera.created", { ...row, ...made }, user, request));
          await askCheck(trx, made.id);
          return made.id;
        });
        return show(id, user);
      },
      "POST /api/cctv-cameras/try": async ({ body, subject, user }) => {
        const stored =
          body.id_camera === undefined ? null : await storedSource(body.id_camera, subject.id, user);
        const found = await checks.look(changedSource(body, stored));
        return {
          is_ok: found.problem === null,
          problem: found.problem,
          width: found.facts?.width ?? null,
          height: found.facts?.height ?? null,
          codec: found.codec,
          milliseconds: found.milliseconds,
        };
      },
      "PUT /api/cctv-cameras/{id}": async ({ subject, body, user, request }) => {
        const { hls_url, username, password, protection_password, brand, model, resolution, notes, ...sent } =
          body;
        const { metadata, schedule, ...plain } = sent;
        const stored = sourceIn(subject.source);
        const isAddressed = hls_url !== undefined || username !== undefined || password !== undefined;
        if (isAddressed && hls_url === undefined && stored === null)
          throw new AppError("VALIDATION", { fields: { hls_url: ["cctv.url_required"] } });
        const source = isAddressed ? changedSource(body, stored) : null;
        const isMoved = source !== null && !isSameSource(stored, source);
        const details = definedOnly({ ...metadata, ...definedOnly({ brand, model, resolution, notes }) });
        const wanted = schedule === undefined ? undefined : checkedSchedule(schedule);
        const protection = await protectionValues(
          { is_protected: plain.is_protected, protection_password },
          subject.protection_hash,
        );
        const names: string[] = changedNames<object>(subject, definedOnly(plain));
        if (isMoved) names.push("address");
        if (protection.protection_hash !== undefined) names.push("password");
        if (Object.keys(details).length > 0 && changedNames(subject.metadata, details).length > 0)
          names.push("details");
        if (wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(subject.schedule))
          names.push("schedule");
        if (names.length > 0)
          await db.transaction().execute(async (trx) => {
            await repository.update(trx, subject.id, {
              ...definedOnly(plain),
              ...protection,
              ...(names.includes("details") && {
                metadata: JSON.stringify({ ...subject.metadata, ...details }),
              }),
              ...(names.includes("schedule") && {
                schedule: wanted === null ? null : JSON.stringify(wanted),
                next_still_at: wanted == null ? null : nextStill(wanted, clock.now()),
              }),
              ...(isMoved && {
                source: sealSource(key, source),
                kind: kindOf(source),
                state: "unknown" as const,
                problem: null,
                missed: 0,
                is_alerted: false,
              }),
            });
            if (isMoved) await askCheck(trx, subject.id);
            await changed(trx, subject);
            await recordActivity(trx, { ...done("camera.changed", subject, user, request), changed: names });
          });
        return show(subject.id, user);
      },
      "DELETE /api/cctv-cameras/{id}": async ({ subject, user, request }) => {
        await db.transaction().execute(async (trx) => {
          await repository.remove(trx, subject.id);
          await bus.emit(trx, cameraDeleted, { id_project: subject.id_project, id_camera: subject.id });
          await recordActivity(trx, done("camera.deleted", subject, user, request));
        });
        options.quotas.freed(subject.id_payer);
        return {};
      },
      "POST /api/cctv-cameras/{id}/thumbnail": async ({ subject, files, user, request }) => {
        const thumbnail = await portraits.keepPortrait(files.thumbnail, snapshotThumbnailShape);
        await setThumbnail(subject, thumbnail, done("camera.changed", subject, user, request));
        return show(subject.id, user);
      },
      "DELETE /api/cctv-cameras/{id}/thumbnail": async ({ subject, user, request }) => {
        if (subject.thumbnail !== null)
          await setThumbnail(subject, null, done("camera.changed", subject, user, request));
        return show(subject.id, user);
      },
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
      "GET /api/cctv-cameras/{id}/stills": async ({ subject, query }) => {
        const { rows, total } = await stills.list(subject.id, query);
        const items = rows.map((row) => wireStill(row, address));
        return { items, total, page: query.page, per_page: query.per_page };
      },
      "GET /api/cctv-cameras/{id}/stills/days": async ({ subject }) => ({
        items: await stills.days(subject.id, subject.schedule?.time_zone ?? "UTC"),
      }),
      "POST /api/cctv-cameras/{id}/stills": async ({ subject, user, request }) => {
        const still = await stills.take(subject);
        await recordActivity(db, done("camera.still_taken", subject, user, request));
        return wireStill(still, address);
      },
      "DELETE /api/cctv-cameras/{id}/stills/{stillId}": async ({ subject, params, user, request }) => {
        await db.transaction().execute(async (trx) => {
          if (!(await stills.remove(trx, subject.id, params.stillId))) throw new AppError("NOT_FOUND");
          await changed(trx, subject);
          await recordActivity(trx, done("camera.still_deleted", subject, user, request));
        });
        return {};
      },
      "GET /api/cctv-cameras/{id}/timelapses": async ({ subject }) => ({
        items: (await timelapses.ofCamera(subject.id)).map((row) => wireTimelapse(row, address)),
      }),
      "POST /api/cctv-cameras/{id}/timelapses": async ({ subject, body, user, request }) => {
        const [from, to] = [new Date(body.from), new Date(body.to)];
        if (from >= to) throw new AppError("VALIDATION", { fields: { to: ["cctv.film.range_order"] } });
        const wanted = {
          id_camera: subject.id,
          id_user: user.id,
          from,
          to,
          fps: body.fps,
          has_stamp: body.has_stamp,
        };
        const row = await db.transaction().execute(async (trx) => {
          const asked = await timelapses.ask(trx, subject, wanted);
          await recordActivity(trx, done("camera.film_asked", subject, user, request));
          return asked;
        });
        return wireTimelapse(row, address);
      },
      "DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}": async ({
        subject,
        params,
        user,
        request,
      }) => {
        await db.transaction().execute(async (trx) => {
          if (!(await timelapses.remove(trx, subject.id, params.timelapseId)))
            throw new AppError("NOT_FOUND");
          await changed(trx, subject);
          await recordActivity(trx, done("camera.film_deleted", subject, user, request));
        });
        return {};
      },
      "GET /api/cctv-player": ({ query, user, request }) => player.open(query.code, user, request),
      "POST /api/cctv-player/verify-password": async ({ body, user, request, reply }) => {
        const shown = await player.unlock(body.code, body.password, user, request, reply);
        if (shown === null)
          throw new AppError("CAMERA_PASSWORD_WRONG", { fields: { password: ["CAMERA_PASSWORD_WRONG"] } });
        return shown;
      },
    }),
  };

  /** Only of a camera of the same project: whoever may add to one project must not borrow another's password. */
  async function storedSource(id: number, projectId: number, user: SessionUser) {
    const camera = await repository.summary(user.id, id).catch(() => undefined);
    if (camera === undefined || camera.id_project !== projectId) throw new AppError("NOT_FOUND");
    return sourceIn(camera.source);
  }
}

type CameraAction =
  | `camera.${"created" | "changed" | "deleted"}`
  | `camera.${"still_taken" | "still_deleted" | "film_asked" | "film_deleted"}`;

function done(
  action: CameraAction,
  { id, id_project, name }: Pick<CameraRow, "id" | "id_project" | "name">,
  user: SessionUser,
  { ip }: { readonly ip: string },
): Activity {
  return { id_user: user.id, action, subject: { kind: "camera", id, name }, id_project, address: ip };
}
