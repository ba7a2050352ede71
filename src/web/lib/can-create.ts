import type { CurrentUser } from "#contract/auth.ts";
import type { Creation } from "./creation.ts";
import { useUser } from "./session.ts";
import type { TextKey } from "./use-text.ts";

/** What somebody would begin; `change` is everything else that writes. */
export type Creatable = Creation["kind"] | "change";

/** The last day to pay is past: everything can be seen, nothing changed. */
export const isReadOnly = (user: CurrentUser | null): boolean =>
  user !== null && user.role === "user" && user.unpaid?.isReadOnly === true;

/** Whether a thing of this kind may be begun: by role and plan, as the server has judged, and by what was paid. */
export function mayCreate(user: CurrentUser, kind: Creatable): boolean {
  if (isReadOnly(user)) return false;
  // A snag is counted by no plan; who may add one to which project, only its dialog knows.
  return kind === "snag" || kind === "change" || user.can[`create_${kind}`];
}

/** Why it may not, in words; null where it may, or where there is nothing to say but that it is not his to begin. */
export function whyNot(user: CurrentUser | null, kind: Creatable): TextKey | null {
  if (user === null || mayCreate(user, kind)) return null;
  if (isReadOnly(user)) return "plans.subscription.unpaid.off";
  return kind === "project" && user.role === "user" ? null : "plans.subscription.quota.off";
}

export const useWhyNot = (kind: Creatable): TextKey | null => whyNot(useUser(), kind);
