import type { DashboardParts } from "./features/dashboard/parts.ts";
import { groupActivity } from "./features/projects/cockpit/activity-groups.ts";
import { activitySentence } from "./features/projects/cockpit/activity-text.ts";
import { StatusMark } from "./features/snags/marks.tsx";

/** What other features lend to the first screen, so that a snag and a sentence of the log look there as everywhere. */
export const dashboardParts: DashboardParts = {
  SnagMark: StatusMark,
  groupActivity,
  activitySentence,
};
