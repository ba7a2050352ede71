import type { cctvApi } from "#contract/cctv.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import { type CameraCalls, done } from "./camera-calls.ts";
import type { Stills } from "./stills.ts";
import type { Timelapses } from "./timelapses.ts";
import { wireStill, wireTimelapse } from "./wire.ts";

export interface StillOptions extends CameraCalls {
  readonly stills: Stills;
  readonly timelapses: Timelapses;
}

type Route = Extract<
  keyof typeof cctvApi,
  `${string} /api/cctv-cameras/{id}/${"stills" | "timelapses"}${string}`
>;

/** Pictures that a camera took by its schedule, and time-lapses made of them. */
export function stillHandlers({ db, stills, timelapses, wire, changed }: StillOptions): Handlers<Route> {
  const { address } = wire;
  return {
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
    "DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}": async ({ subject, params, user, request }) => {
      await db.transaction().execute(async (trx) => {
        if (!(await timelapses.remove(trx, subject.id, params.timelapseId))) throw new AppError("NOT_FOUND");
        await changed(trx, subject);
        await recordActivity(trx, done("camera.film_deleted", subject, user, request));
      });
      return {};
    },
  };
}
