import { answeredStatuses, type SnagStatus, snagStatuses } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";

/** Statuses that the user may set on the snag; none where they may only view. */
export function allowedStatuses({ can, status }: Snag): readonly SnagStatus[] {
  if (can["edit"] === true) return snagStatuses;
  // Reopening requires the permission to close.
  return can["answer"] === true && status !== "closed" ? answeredStatuses : [];
}

export const mayMove = (snag: Snag, to: SnagStatus): boolean =>
  to !== snag.status && allowedStatuses(snag).includes(to);
