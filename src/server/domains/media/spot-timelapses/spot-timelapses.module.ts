import type { z } from "zod";
import { spotTimelapseLimits as limits } from "#contract/spot-timelapses.limits.ts";
import { type SpotTimelapse, spotTimelapsesApi } from "#contract/spot-timelapses.ts";
import type { Quotas } from "#server/domains/money/plans/quotas.ts";
import { type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import { recordActivity } from "#server/platform/activity.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { jobWorker } from "#server/platform/jobs/work.ts";
import { type Authorized, authorize, type Policy } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { zoneOf } from "../photos/time-zones.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import { type RoomRecord, roomPolicy } from "../visits/visits.policy.ts";
import { samples } from "./samples.ts";
import {
  createTimelapseMaker,
  type TimelapseMakerOptions,
  timelapseNotices,
} from "./spot-timelapse-maker.ts";
import { makeSpotTimelapse } from "./spot-timelapses.jobs.ts";
import {
  countOpen,
  type ListedTimelapse,
  listTimelapses,
  pruneTimelapses,
} from "./spot-timelapses.repository.ts";
import { datesFor } from "./timelapse-dates.ts";

export interface SpotTimelapsesOptions extends Omit<TimelapseMakerOptions, "projects" | "person"> {
  readonly projects: Policy<ProjectRecord>;
  readonly currentUser: { find: TimelapseMakerOptions["person"] };
  readonly counterparts: Counterparts;
  readonly jobs: Pick<Jobs, "send">;
  readonly quotas: Pick<Quotas, "check">;
}

/** Videos of one spot over its dates. */
export function spotTimelapsesModule(options: SpotTimelapsesOptions) {
  const { db, clock } = options;
  const maker = createTimelapseMaker({ ...options, person: options.currentUser.find });
  const rooms = roomPolicy(db);
  return {
    notices: timelapseNotices,
    jobs: [
      jobWorker(
        makeSpotTimelapse,
        ({ id_timelapse }, { signal }) => maker.make(id_timelapse, signal),
        ({ id_timelapse }) => maker.giveUp(id_timelapse),
      ),
    ],
    sweeps: [() => pruneTimelapses(db, clock.now())],
    samples,
    handlers: handlers(spotTimelapsesApi, {
      "GET /api/projects/{id}/spot-timelapses": async ({ subject, user }) => {
        if (!projectFlags(subject, user).view_visits) return { items: [] };
        return { items: (await listTimelapses(db, subject.id, clock.now())).map(wireTimelapse) };
      },
      "POST /api/projects/{id}/spot-timelapses": async ({ subject, body, user, request }) => {
        const room = await authorize(rooms, "view", body.id_room, user);
        if (room.id_project !== subject.id) throw new AppError("NOT_FOUND");
        return requestTimelapse(options, { subject, room, body, user, address: request.ip });
      },
      "DELETE /api/projects/{id}/spot-timelapses/{spot_timelapse}": async ({
        subject,
        params,
        user,
        request,
      }) => {
        if (!projectFlags(subject, user).view_visits) throw new AppError("NOT_FOUND");
        await db.transaction().execute(async (trx) => {
          const row = await trx
            .deleteFrom("spot_timelapses")
            .where("id", "=", params.spot_timelapse)
            .where("id_project", "=", subject.id)
            .returning(["title", "state"])
            .executeTakeFirst();
          if (row === undefined) throw new AppError("NOT_FOUND");
          const action =
            row.state === "waiting" || row.state === "making" ? "timelapse_cancelled" : "timelapse_removed";
          await recordActivity(trx, activityOf(action, row.title, { subject, user, address: request.ip }));
        });
        return {};
      },
    }),
  };
}

interface Acting {
  readonly subject: Authorized<ProjectRecord>;
  readonly user: SessionUser;
  readonly address: string;
}

const activityOf = (
  verb: "timelapse_requested" | "timelapse_cancelled" | "timelapse_removed",
  name: string,
  { subject, user, address }: Acting,
) => ({
  id_user: user.id,
  action: `visit.${verb}` as const,
  subject: { kind: "project", id: subject.id, name: subject.name },
  id_project: subject.id,
  details: { title: name },
  address,
});

type Body = z.output<(typeof spotTimelapsesApi)["POST /api/projects/{id}/spot-timelapses"]["body"]>;

async function requestTimelapse(
  { db, counterparts, quotas, jobs, ffmpeg }: SpotTimelapsesOptions,
  { room, body, ...acting }: Acting & { readonly room: RoomRecord; readonly body: Body },
): Promise<SpotTimelapse> {
  const { subject, user, address } = acting;
  const [from, to] = [body.from, body.to].map((at) => (at === undefined ? null : new Date(at)));
  if (from && to && from > to)
    throw new AppError("VALIDATION", { fields: { to: ["spot_timelapses.range_order"] } });
  const chosen = {
    id_project: subject.id,
    id_room: room.id,
    id_visit: room.id_visit,
    rooms: body.rooms ?? null,
    from: from ?? null,
    to: to ?? null,
  };
  const dates = await datesFor(db, counterparts, chosen);
  if ((await ffmpeg.version()) === null) throw new AppError("FFMPEG_MISSING");
  await quotas.check({ kind: "video", id_user: user.id, id_project: subject.id });
  return db.transaction().execute(async (trx) => {
    if ((await countOpen(trx, subject.id)) >= limits.open)
      throw new AppError("SPOT_TIMELAPSES_BUSY", { values: { n: limits.open } });
    const row = await trx
      .insertInto("spot_timelapses")
      .values({
        id_project: subject.id,
        id_user: user.id,
        id_room: room.id,
        title: body.title || room.name.slice(0, limits.title) || subject.name.slice(0, limits.title),
        rooms: JSON.stringify(dates),
        bearing: body.bearing,
        pitch: body.is_turning ? 0 : body.pitch,
        fov: body.fov,
        is_turning: body.is_turning,
        has_stamp: body.has_stamp,
        language: body.language ?? user.language,
        time_zone: zoneOf(body.time_zone),
        address,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await jobs.send(trx, makeSpotTimelapse, { id_timelapse: row.id }, { key: String(row.id) });
    await recordActivity(trx, activityOf("timelapse_requested", row.title, acting));
    return wireTimelapse({ ...row, video_code: null });
  });
}

const wireTimelapse = (row: ListedTimelapse): SpotTimelapse => ({
  id: row.id,
  title: row.title,
  id_room: row.id_room,
  dates: row.rooms.length,
  is_turning: row.is_turning,
  state: row.state,
  progress: row.progress,
  problem: row.problem,
  video: row.id_video === null || row.video_code === null ? null : { id: row.id_video, code: row.video_code },
  created_at: row.created_at.toISOString(),
});
