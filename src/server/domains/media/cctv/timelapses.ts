import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import { makeTimelapse } from "./cctv.jobs.ts";
import type { FilmMaker } from "./film-maker.ts";
import { createTimelapseProgress, type TimelapseRow } from "./timelapse-progress.ts";

export interface TimelapsesOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, "send">;
  readonly notices: Notices;
  readonly film: FilmMaker;
}

export interface WantedFilm {
  readonly id_camera: number;
  readonly id_user: number;
  readonly from: Date;
  readonly to: Date;
  readonly fps: number;
  readonly has_stamp: boolean;
}

type Camera = {
  readonly id: number;
  readonly id_project: number;
  readonly code: string;
  readonly name: string;
};

/** Time-lapses of stills: requested, made in the background, reported to the requester. */
export function createTimelapses({ db, bus, log, jobs, notices, film }: TimelapsesOptions) {
  const { emit, read, progressed, settle } = createTimelapseProgress({ db, bus, notices });

  return {
    async ask(trx: Trx, camera: Camera, wanted: WantedFilm): Promise<TimelapseRow> {
      await sql`select from cameras where id = ${camera.id} for update`.execute(trx);
      const { perCamera } = limits.camera.timelapse;
      const { films } = await trx
        .selectFrom("camera_timelapses")
        .select(sql<number>`count(*)`.as("films"))
        .where("id_camera", "=", camera.id)
        .executeTakeFirstOrThrow();
      if (films >= perCamera) throw new AppError("TIMELAPSES_FULL", { values: { n: perCamera } });
      const { from, to, ...values } = wanted;
      if ((await stillsOf(db, camera.id, from, to)).length < 2) throw new AppError("STILLS_MISSING");
      const row = await trx
        .insertInto("camera_timelapses")
        .values({ ...values, from_at: from, to_at: to })
        .returningAll()
        .executeTakeFirstOrThrow();
      await jobs.send(trx, makeTimelapse, { id_timelapse: row.id }, { key: String(row.id) });
      await emit(trx, camera, row);
      return row;
    },

    /** Handler of the job. Unusable pictures fail it for good; any other error is retried. */
    async make(id: number, signal: AbortSignal): Promise<void> {
      const row = await read(id);
      if (row === undefined || row.state === "ready" || !(await progressed(row, 0))) return;
      const gone = new AbortController();
      try {
        const made = await film.make({
          name: `timelapse-${id}`,
          stills: await stillsOf(db, row.id_camera, row.from_at, row.to_at),
          fps: row.fps,
          zone: row.has_stamp ? (row.schedule?.time_zone ?? "UTC") : null,
          signal: AbortSignal.any([signal, gone.signal]),
          async onProgress(share) {
            if (!(await progressed(row, share))) gone.abort();
          },
        });
        await settle(id, made);
      } catch (error) {
        if (gone.signal.aborted) return;
        if (!(error instanceof AppError)) throw error;
        log.info({ timelapse: id, code: error.code }, "cctv: time-lapse could not be created");
        await settle(id, { problem: error.code });
      }
    },

    giveUp: (id: number) => settle(id, { problem: "CAMERA_UNREADABLE" }),

    ofCamera: (id: number): Promise<TimelapseRow[]> =>
      db
        .selectFrom("camera_timelapses")
        .selectAll()
        .where("id_camera", "=", id)
        .orderBy("id", "desc")
        .execute(),

    /** Returns false when the camera has no such time-lapse. A running one stops. */
    async remove(trx: Trx, cameraId: number, id: number): Promise<boolean> {
      const { numDeletedRows } = await trx
        .deleteFrom("camera_timelapses")
        .where("id", "=", id)
        .where("id_camera", "=", cameraId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Pictures of the period, evenly thinned out above the limit of a time-lapse. */
async function stillsOf(db: Database, id: number, from: Date, to: Date) {
  const { rows } = await sql<{ image: string; taken_at: Date }>`
    select image, taken_at from (
      select image, taken_at, row_number() over (order by taken_at) - 1 as at, count(*) over () as total
      from camera_stills where id_camera = ${id} and taken_at between ${from} and ${to}
    ) as span
    where at % greatest(1, ceil(total / ${limits.camera.timelapse.frames}::numeric)::bigint) = 0
    order by taken_at`.execute(db);
  return rows;
}

export type Timelapses = ReturnType<typeof createTimelapses>;
