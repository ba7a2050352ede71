import { viewerApi } from "#contract/viewer.ts";
import type { Sightings } from "#server/domains/installation/audit/sightings.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { datesOf } from "./dates.ts";
import { createRoomPoints, type RoomPointsOptions } from "./points.ts";
import { samples } from "./samples.ts";
import { type TimelineOptions, timelineOf } from "./timeline.ts";
import { createViewerVisits, type ViewerVisitsOptions } from "./viewer-visits.ts";

export type ViewerModuleOptions = ViewerVisitsOptions &
  RoomPointsOptions &
  TimelineOptions & { readonly sightings: Sightings };

/** The content of a share link, for guests and users. */
export function viewerModule(options: ViewerModuleOptions) {
  const points = createRoomPoints(options);
  const visits = createViewerVisits(options);
  return {
    offers: {
      /** The content of a share link for a visitor. */
      sharedVisit: visits.byCode,
    },
    samples,
    handlers: handlers(viewerApi, {
      "GET /api/viewer-visit": async ({ query, user, request }) => {
        const visit = await options.shared.openVisit(query.code, { user, headers: request.headers });
        if (visit !== undefined) await options.sightings.seen({ ...visit, kind: "visit" }, user, request);
        return found(await visits.byCode(query.code, { user, headers: request.headers }));
      },
      "GET /api/viewer-room-pois": async ({ query, user, request: { headers } }) =>
        found(await points(query, { user, headers })),
      "GET /api/viewer-timeline": async ({ query, user, request: { headers } }) =>
        found(await timelineOf(options, query, { user, headers })),
      "GET /api/viewer-walks": async ({ query, user, request: { headers } }) =>
        found(await visits.walksBy(query.code, { user, headers })),
      "GET /api/viewer-dates": async ({ query, user, request: { headers } }) =>
        found(await datesOf(options, query, { user, headers })),
    }),
  };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError("NOT_FOUND");
  return value;
}
