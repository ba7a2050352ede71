import type { ViewerVisit } from "#contract/viewer.ts";
import { viewerApi } from "#contract/viewer.ts";
import { AppError } from "#server/platform/errors.ts";
import { handlers } from "#server/platform/http/module.ts";
import { pending } from "#server/platform/http/pending.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SharedVisits } from "../visits/shared-visits.ts";

/** What a share link opens, for guests as for everybody else. */
export function viewerModule({ shared }: { shared: SharedVisits }) {
  const find = async (code: string, reader: SessionUser | null): Promise<ViewerVisit> => {
    const visit = await shared.byCode(code, reader);
    if (visit === undefined) throw new AppError("NOT_FOUND");
    return visit;
  };
  return {
    handlers: handlers(viewerApi, {
      ...pending(viewerApi),
      "GET /api/viewer-visit": ({ query, user }) => find(query.code, user),
      "GET /api/viewer-room-pois": async ({ query, user }) => {
        const pois = await shared.pointsOf(query.code, query.id_room, user);
        if (pois === undefined) throw new AppError("NOT_FOUND");
        return pois;
      },
    }),
  };
}
