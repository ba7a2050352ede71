import { ApiError } from "#web/lib/client.ts";
import { errorText } from "#web/lib/error-text.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Screens that have words of their own for what they could not load; their texts are `failures.screens`. */
export type FailureScreen =
  | "dashboard"
  | "webhooks"
  | "projects"
  | "project"
  | "edit_project"
  | "visits"
  | "edit_visit"
  | "videos"
  | "video"
  | "edit_video"
  | "sheets"
  | "snapshots"
  | "edit_sheet"
  | "profile"
  | "person"
  | "saved"
  | "users"
  | "edit_user"
  | "edit_member"
  | "sessions"
  | "settings"
  | "notifications"
  | "approvals"
  | "plans"
  | "invoices"
  | "activity"
  | "system"
  | "edit_plan"
  | "tiers"
  | "showcase"
  | "search"
  | "snags"
  | "snag"
  | "channels"
  | "channel"
  | "cameras"
  | "camera";

export type FailureCase = "not_found" | "network" | "permission";

/** Which of the cases that screens have words for; null for every other, which has the same words everywhere. */
export function failureCase(error: unknown): FailureCase | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401 || error.status === 403) return "permission";
  if (error.status === 404) return "not_found";
  return error.code === "NETWORK" ? "network" : null;
}

/** The sentence for a screen that could not load what it shows. */
export function screenFailureText(screen: FailureScreen | undefined, error: unknown, t: Translate): string {
  const kind = failureCase(error);
  if (screen !== undefined && kind !== null) return t(`failures.screens.${screen}.${kind}`);
  if (kind === "permission") return t("errors.screen.unauthorized");
  if (kind === "not_found") return t("errors.not_found");
  return error instanceof ApiError ? errorText(error, t) : t("errors.screen.generic");
}
