import type { DashboardParts } from "./features/oversight/dashboard/parts.ts";
import { groupActivity } from "./features/sites/projects/cockpit/activity-groups.ts";
import { activitySentence } from "./features/sites/projects/cockpit/activity-text.ts";
import { StatusMark } from "./features/work/snags/marks.tsx";

/** Components of other features on the dashboard, so that a snag and a log entry look there as everywhere. */
export const dashboardParts: DashboardParts = {
  SnagMark: StatusMark,
  groupActivity,
  activitySentence,
};
