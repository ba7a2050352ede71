import type { cctvApi } from "#contract/cctv.ts";
import { limits } from "#contract/limits.ts";
import { kindOf, sealSource, splitAddress } from "#server/cameras/index.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { type Portraits, snapshotThumbnailShape } from "#server/media/index.ts";
import { type Activity, recordActivity } from "#server/platform/activity.ts";
import type { Clock } from "#server/platform/clock.ts";
import { newCode } from "#server/platform/code.ts";
import type { Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type CameraCalls, done } from "./camera-calls.ts";
import { cameraChange } from "./camera-change.ts";
import { cameraCreated, cameraDeleted } from "./cctv.events.ts";
import { checkCamera } from "./cctv.jobs.ts";
import type { CameraRow, Checks, Looked } from "./checks.ts";
import { nextStill } from "./schedule.ts";
import { changedSource, checkedSchedule, protectionValues } from "./values.ts";

export interface CameraOptions extends CameraCalls {
  readonly clock: Clock;
  readonly key: AppKey;
  readonly jobs: Pick<Jobs, "send">;
  readonly quotas: Pick<Quotas, "freed" | "take">;
  readonly portraits: Pick<Portraits, "keepPortrait">;
  readonly checks: Pick<Checks, "look">;
}

type Route = Extract<
  keyof typeof cctvApi,
  `${"POST" | "PUT" | "DELETE"} /api/cctv-cameras${"" | "/try" | "/{id}" | "/{id}/thumbnail"}`
>;

/** Calls to add, change and delete cameras. */
export function cameraHandlers(options: CameraOptions): Handlers<Route> {
  const { db, bus, clock, key, jobs, portraits, repository, checks, wire, show, changed } = options;
  const { sourceIn } = wire;
  const askCheck = (trx: Trx, id: number) =>
    jobs.send(trx, checkCamera, { id_camera: id }, { key: String(id) });
  const setThumbnail = async (camera: CameraRow, thumbnail: string | null, by: Activity) => {
    await db.transaction().execute(async (trx) => {
      await repository.update(trx, camera.id, { thumbnail });
      await changed(trx, camera);
      await recordActivity(trx, { ...by, changed: ["thumbnail"] });
    });
  };
  /** Only of a camera of the same project: a user who may add to one project must not use another's password. */
  const storedSource = async (id: number, projectId: number, user: SessionUser) => {
    const camera = await repository.summary(user.id, id).catch(() => undefined);
    if (camera === undefined || camera.id_project !== projectId) throw new AppError("NOT_FOUND");
    return sourceIn(camera.source);
  };

  return {
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
      return wireLook(found);
    },
    "PUT /api/cctv-cameras/{id}": async ({ subject, body, user, request }) => {
      const { names, values, isMoved } = await cameraChange(subject, body, {
        stored: sourceIn(subject.source),
        key,
        now: clock.now(),
      });
      if (names.length > 0)
        await db.transaction().execute(async (trx) => {
          await repository.update(trx, subject.id, values);
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
  };
}

const wireLook = ({ problem, facts, codec, milliseconds }: Looked) => ({
  is_ok: problem === null,
  problem,
  width: facts?.width ?? null,
  height: facts?.height ?? null,
  codec,
  milliseconds,
});
