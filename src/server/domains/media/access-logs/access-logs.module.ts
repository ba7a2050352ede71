import { accessLogsApi } from "#contract/access-logs.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Attempts } from "#server/platform/attempts.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { AppKey } from "#server/platform/key.ts";
import type { OpenVideo, VideoDoor, VideoVisitor } from "../videos/open-video.ts";
import type { OpenVisit, SharedVisits, Visitor } from "../visits/shared-visits.ts";
import type { VisitPasses } from "../visits/visit-pass.ts";
import { samples } from "./samples.ts";
import { createShares, wireShare } from "./share.service.ts";
import { type ViewKind, videoViews, visitViews } from "./view-kinds.ts";
import { createViewLog } from "./view-log.ts";
import { createViewsRepository } from "./views.repository.ts";
import { createViewCounter } from "./views.service.ts";

export interface AccessLogsOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly key: AppKey;
  readonly attempts: Attempts;
  readonly shared: Pick<SharedVisits, "openVisit">;
  readonly passes: VisitPasses;
  readonly videoDoor: VideoDoor;
  readonly sightings: Sightings;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

interface WhichVideo {
  readonly video_code?: string | undefined;
  readonly video_id?: number | undefined;
  readonly id_video?: number | undefined;
}

/** A visit by its code or number, under the parameter names that clients use. */
interface Which {
  readonly visit_code?: string | undefined;
  readonly code?: string | undefined;
  readonly visit_id?: number | undefined;
  readonly id_visit?: number | undefined;
}

export function accessLogsModule(options: AccessLogsOptions) {
  const { db, clock, shared, videoDoor: door } = options;
  const visits = viewsOf(options, visitViews);
  const videos = viewsOf(options, videoViews);
  const { counter, log } = visits;
  const shares = createShares(options);

  const { openOf, videoOf } = createFinding({ db, shared, door });

  return {
    offers: {
      /** Opens a visit with its password. */
      unlockVisit: shares.unlock,
    },
    sweeps: [
      /** Deletes views after their retention period. */
      async () => {
        for (const { views } of [visits, videos]) await views.prune(clock.now());
      },
    ],
    samples,
    handlers: handlers(accessLogsApi, {
      "GET /api/viewer-count/visit": async ({ query, user, request: { headers } }) =>
        counter.count((await openOf(query, { user, headers })).id),
      "POST /api/viewer-count/log-visit": async ({ body, user, request }) => {
        const visit = await openOf(body, { user, headers: request.headers });
        await options.sightings.seen({ ...visit, kind: "visit" }, user, request);
        return counter.look(visit.id, user, request);
      },
      "PUT /api/viewer-count/update-activity": async ({ body, user, request }) => {
        const visitor = { user, headers: request.headers };
        const isVisit = [body.visit_code, body.code, body.visit_id, body.id_visit].some(
          (which) => which !== undefined,
        );
        const { id } = isVisit ? await openOf(body, visitor) : await videoOf(body, visitor);
        const viewed = isVisit ? counter : videos.counter;
        await viewed.beat(id, body, request);
        return viewed.count(id);
      },
      "GET /api/visits/{id}/access-logs": ({ subject, query }) => log.list(subject.id, query, clock.now()),
      "GET /api/visits/{id}/access-logs/statistics": async ({ subject, query: { period } }) => ({
        period,
        ...(await log.statistics(subject.id, period, clock.now())),
      }),
      "GET /api/visits/{id}/share": async ({ subject }) => ({
        ...wireShare(subject),
        views: (await counter.count(subject.id)).count,
      }),
      "PUT /api/visits/{id}/share": async ({ subject, body, user, request }) => {
        const { rules, undo } = await shares.change(subject, body, { user, address: request.ip });
        return { ...wireShare(rules), undo, views: (await counter.count(subject.id)).count };
      },
      "POST /api/viewer-visit/unlock": async ({ body, user, request, reply }) => {
        await shares.unlock(body.code, body.password, user, request, reply);
        return {};
      },
      "GET /api/viewer-count/video": async ({ query, user, request: { headers } }) =>
        videos.counter.count((await videoOf(query, { user, headers })).id),
      "POST /api/viewer-count/log-video": async ({ body, user, request }) => {
        const video = await videoOf(body, { user, headers: request.headers });
        await options.sightings.seen({ ...video, name: video.title, kind: "video" }, user, request);
        return videos.counter.look(video.id, user, request);
      },
      "GET /api/three60videos/{id}/access-logs/viewer-count": async ({
        params,
        user,
        request: { headers },
      }) => videos.counter.count((await door.enter(params.id, { user, headers })).id),
      "POST /api/three60videos/{id}/access-logs/log-access": async ({ params, body, user, request }) => {
        const { id } = await door.enter(params.id, { user, headers: request.headers });
        const begun = body.session === "" ? await videos.counter.look(id, user, request) : body;
        await videos.counter.beat(id, { ...body, session: begun.session }, request);
        return { ...(await videos.counter.count(id)), session: begun.session };
      },
      "PUT /api/three60videos/{id}/access-logs/end-session": async ({ params, body, user, request }) => {
        const { id } = await door.enter(params.id, { user, headers: request.headers });
        await videos.counter.end(id, body, request);
        return videos.counter.count(id);
      },
      "GET /api/three60videos/{id}/access-logs": ({ subject, query }) =>
        videos.log.list(subject.id, query, clock.now()),
      "GET /api/three60videos/{id}/access-logs/statistics": async ({ subject, query: { period } }) => ({
        period,
        ...(await videos.log.statistics(subject.id, period, clock.now())),
      }),
      "POST /api/video-access-logs/cleanup": async ({ body, user, request }) => {
        const removed = await videos.views.prune(clock.now(), body.days);
        await recordActivity(db, {
          id_user: user.id,
          action: "view.removed",
          details: { n: String(removed) },
          address: request.ip,
        });
        return { removed };
      },
    }),
  };
}

/** Visits and videos by the parameter names that clients use. */
function createFinding({
  db,
  shared,
  door,
}: Pick<AccessLogsOptions, "db" | "shared"> & { readonly door: VideoDoor }) {
  /** The visit, if this visitor may view it. By its number it is open to members only: a number can be guessed. */
  async function openOf(which: Which, visitor: Visitor): Promise<OpenVisit> {
    const code = which.visit_code ?? which.code;
    const id = which.visit_id ?? which.id_visit;
    if (code === undefined && id === undefined) throw new AppError("VISIT_ID_REQUIRED");
    const visit = await shared.openVisit(code ?? (await codeOf(id)), visitor);
    if (visit === undefined || (code === undefined && !visit.isMember)) throw new AppError("NOT_FOUND");
    return visit;
  }

  async function codeOf(id: number | undefined): Promise<string> {
    const row = await db
      .selectFrom("visits")
      .select("code")
      .where("id", "=", id ?? 0)
      .executeTakeFirst();
    if (row === undefined) throw new AppError("NOT_FOUND");
    return row.code;
  }

  /** The video, if this visitor may view it; by its number it is open to members only. */
  async function videoOf(which: WhichVideo, visitor: VideoVisitor): Promise<OpenVideo> {
    const key = which.video_code ?? which.video_id ?? which.id_video;
    if (key === undefined) throw new AppError("VIDEO_REQUIRED");
    return door.enter(key, visitor);
  }

  return { openOf, videoOf };
}

/** All operations on the views of one kind. */
function viewsOf(options: AccessLogsOptions, kind: ViewKind) {
  const views = createViewsRepository(options.db, kind);
  return {
    views,
    counter: createViewCounter({ ...options, views, kind }),
    log: createViewLog(options.db, kind, options.address),
  };
}
