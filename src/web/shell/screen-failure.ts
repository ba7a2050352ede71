import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { TextKey, Translate } from "#web/lib/use-text.ts";

/** The content of a screen; each is a noun in `failures.screens`. */
type Shown =
  | "activity"
  | "approvals"
  | "camera"
  | "cameras"
  | "channel"
  | "channels"
  | "dashboard"
  | "invoices"
  | "notifications"
  | "person"
  | "plans"
  | "profile"
  | "project"
  | "projects"
  | "saved"
  | "search"
  | "sessions"
  | "settings"
  | "sheets"
  | "showcase"
  | "snag"
  | "snags"
  | "snapshots"
  | "system"
  | "tiers"
  | "users"
  | "video"
  | "videos"
  | "visits"
  | "webhooks";

/** The records of the edit screens. */
const edited = {
  edit_project: "project",
  edit_visit: "visit",
  edit_video: "video",
  edit_user: "user",
  edit_member: "member",
  edit_sheet: "sheet",
  edit_plan: "plan",
} as const;
type EditScreen = keyof typeof edited;

/** Screens whose message names what failed to load. */
export type FailureScreen = Shown | EditScreen;

const isForEditing = (screen: FailureScreen): screen is EditScreen => screen in edited;

export type FailureCase = "not_found" | "network" | "permission";

/**
 * Returns the case for which screens have messages of their own; null for every other, which has the same message
 * everywhere.
 */
export function failureCase(error: unknown): FailureCase | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401 || error.status === 403) return "permission";
  if (error.status === 404) return "not_found";
  return error.code === "NETWORK" ? "network" : null;
}

/** Refusals that say more than that a permission is missing. */
const refusals: Partial<Record<FailureScreen, TextKey>> = {
  project: "failures.cases.not_member",
  showcase: "errors.code.PROJECT_NOT_PUBLIC",
};

/** The message of a screen that failed to load its data. */
export function screenFailureText(screen: FailureScreen | undefined, error: unknown, t: Translate): string {
  const kind = failureCase(error);
  if (screen !== undefined && kind !== null) return caseText(screen, kind, t);
  if (kind === "permission") return t("errors.screen.unauthorized");
  if (kind === "not_found") return t("errors.not_found");
  return error instanceof ApiError ? errorText(error, t) : t("errors.screen.generic");
}

function caseText(screen: FailureScreen, kind: FailureCase, t: Translate): string {
  if (kind === "permission" && isForEditing(screen)) return editRefusal(screen, t);
  const own = kind === "permission" ? refusals[screen] : undefined;
  const thing = t(`failures.screens.${isForEditing(screen) ? edited[screen] : screen}`);
  return own === undefined ? t(`failures.cases.${kind}`, { thing }) : t(own);
}

/** Says that the user may view a record, but not edit it. */
export const editRefusal = (screen: EditScreen, t: Translate): string =>
  t("failures.cases.edit", { thing: t(`failures.screens.${edited[screen]}`) });
