import type { PlanInfo } from "./plans.ts";

/** Limits of a plan; the totals first, then the creations per calendar month (UTC). */
export const planLimits = [
  "n_projects",
  "n_projects_month",
  "n_virtual_tours",
  "n_virtual_tours_month",
  "n_video_uploads",
  "n_video_uploads_month",
  "n_cameras",
  "n_channels",
] as const;
export type PlanLimit = (typeof planLimits)[number];

/** For customers without a plan: nothing is limited. */
export const noPlan: PlanInfo = {
  id_plan: null,
  name: "",
  n_projects: null,
  n_projects_month: null,
  n_virtual_tours: null,
  n_virtual_tours_month: null,
  n_video_uploads: null,
  n_video_uploads_month: null,
  n_cameras: null,
  n_channels: null,
  features: [],
  custom_features_array: [],
};
