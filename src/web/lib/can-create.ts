import type { CurrentUser } from "#contract/auth.ts";
import type { Creation } from "./creation.ts";
import { useUser } from "./session.ts";
import type { TextKey } from "./use-text.ts";

/** Kinds that can be created; `change` is every other write. */
export type Creatable = Creation["kind"] | "change";

/** The payment deadline has passed: everything is readable, nothing can be changed. */
export const isReadOnly = (user: CurrentUser | null): boolean =>
  user !== null && user.role === "user" && user.unpaid?.isReadOnly === true;

/**
 * Whether the user may create a thing of this kind: by role and subscription plan, as the server has decided, and by
 * payment.
 */
export function mayCreate(user: CurrentUser, kind: Creatable): boolean {
  if (isReadOnly(user)) return false;
  // No plan limits snags; only the dialog knows the user's permission per project.
  return kind === "snag" || kind === "change" || user.can[`create_${kind}`];
}

/**
 * Translation key of the reason why not; null where it is allowed, or where there is no reason beyond a missing
 * permission.
 */
export function whyNot(user: CurrentUser | null, kind: Creatable): TextKey | null {
  if (user === null || mayCreate(user, kind)) return null;
  if (isReadOnly(user)) return "plans.subscription.unpaid.off";
  return kind === "project" && user.role === "user" ? null : "plans.subscription.quota.off";
}

export const useWhyNot = (kind: Creatable): TextKey | null => whyNot(useUser(), kind);
