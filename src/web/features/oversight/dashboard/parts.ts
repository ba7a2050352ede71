import type { ComponentType } from "react";
import type { SnagStatus } from "#contract/choices.ts";
import type { ProjectActivity } from "#contract/projects.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Neighbours in a log that are told as one, newest first. */
export interface ActivityGroup {
  readonly entry: ProjectActivity;
  readonly entries: readonly ProjectActivity[];
}

/** What other features lend to the first screen. */
export interface DashboardParts {
  /** Where a snag stands, as a drawing; words stand beside it. */
  readonly SnagMark: ComponentType<{ status: SnagStatus; className?: string }>;
  readonly groupActivity: (
    entries: readonly ProjectActivity[],
    dayOf: (instant: string) => string,
  ) => ActivityGroup[];
  /** What was done, in words. */
  readonly activitySentence: (group: ActivityGroup, t: Translate) => string;
}
