import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Notice } from "#server/domains/installation/notifications/notification-types.ts";
import type { Trx } from "#server/platform/database.ts";
import type { WalkWork } from "./walks.repository.ts";

/** To the user who added the walk: it can be placed. Values: `visit`, `project`. */
const walkReady: Notice = { name: "walk_ready", kind: "visit_created", type: "success", isMailed: false };
/** To the same: its path could not be read; to the user who requested rooms: they could not be made. Values: `visit`, `project`. */
const walkFailed: Notice = { name: "walk_failed", kind: "visit_created", type: "warning", isMailed: false };
/** To the user who requested its rooms: they are made. Values: `visit`, `project`, `count`. */
const walkMade: Notice = { name: "walk_made", kind: "visit_created", type: "success", isMailed: false };

export const walkNotices = [walkReady, walkFailed, walkMade];
const sorts = { ready: walkReady, failed: walkFailed, made: walkMade };

/** Notifies `id_user`, if that user still exists, of how the work on a walk ended. */
export async function notifyOfWalk(
  notices: Notices,
  trx: Trx,
  { id, id_user, id_visit, visit, project }: WalkWork,
  how: keyof typeof sorts,
  count = 0,
): Promise<void> {
  if (id_user === null) return;
  await notices.notify(trx, {
    to: [id_user],
    sort: sorts[how],
    values: { visit, project, ...(how === "made" && { count }) },
    link: `/editvisit/${id_visit}/walk/${id}`,
    fold: `walk ${id}`,
  });
}
