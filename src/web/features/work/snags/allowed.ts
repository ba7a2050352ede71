import { answeredStatuses, type SnagStatus, snagStatuses } from "#contract/choices.ts";
import type { Snag } from "#contract/snags.ts";

/** Where this person may move the snag to; none where he may only look. */
export function allowedStatuses({ can, status }: Snag): readonly SnagStatus[] {
  if (can["edit"] === true) return snagStatuses;
  // What is closed is opened again by whoever may close it.
  return can["answer"] === true && status !== "closed" ? answeredStatuses : [];
}

export const mayMove = (snag: Snag, to: SnagStatus): boolean =>
  to !== snag.status && allowedStatuses(snag).includes(to);
