import type { CurrentUser } from "#contract/auth.ts";
import type { PlanLimit } from "#contract/plans.limits.ts";

/** The kinds counted by a plan. */
export type QuotaKind = "project" | "visit" | "video" | "camera" | "channel";

export type Limits = Readonly<Record<PlanLimit, number | null>>;

/** The limits of a kind: of the total, and of those started in one month; null where no plan has one. */
export const limitsOf = {
  project: { total: "n_projects", month: "n_projects_month", counted: "projects" },
  visit: { total: "n_virtual_tours", month: "n_virtual_tours_month", counted: "visits" },
  video: { total: "n_video_uploads", month: "n_video_uploads_month", counted: "videos" },
  camera: { total: "n_cameras", month: null, counted: null },
  channel: { total: "n_channels", month: null, counted: null },
} as const satisfies Record<
  QuotaKind,
  {
    readonly total: PlanLimit;
    readonly month: PlanLimit | null;
    readonly counted: "projects" | "visits" | "videos" | null;
  }
>;

/** Whether one more fits: without a limit (null or negative) always, else while there are fewer. */
export const fits = (used: number, limit: number | null): boolean =>
  limit === null || limit < 0 || used < limit;

/** The usage of a plan: totals, and the number started this month. */
export type Used = Readonly<Record<QuotaKind, number>> & {
  readonly month: Readonly<Record<"project" | "visit" | "video", number>>;
};

type Begins = Pick<CurrentUser["can"], `create_${QuotaKind}`>;

/**
 * The kinds that the menu offers to add. Visits and videos are offered while either the total or the month has room,
 * and the month counts as having room up to its limit itself: the menu is generous, and after selecting a project the
 * user sees the server's answer, which is strict.
 */
export function mayBegin(limits: Limits, used: Used): Begins {
  const hasRoom = (total: number, limit: number | null, month: number, monthLimit: number | null) =>
    fits(total, limit) || monthLimit === null || monthLimit < 0 || month <= monthLimit;
  const { month } = used;
  return {
    create_project: fits(used.project, limits.n_projects) && fits(month.project, limits.n_projects_month),
    create_visit: hasRoom(used.visit, limits.n_virtual_tours, month.visit, limits.n_virtual_tours_month),
    create_video: hasRoom(used.video, limits.n_video_uploads, month.video, limits.n_video_uploads_month),
    create_camera: fits(used.camera, limits.n_cameras),
    create_channel: fits(used.channel, limits.n_channels),
  };
}
