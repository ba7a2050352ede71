import type { ComponentType } from "react";
import type { SnagStatus } from "#contract/choices.ts";
import type { ProjectActivity } from "#contract/projects.ts";
import type { Translate } from "#web/lib/use-text.ts";

/** Adjacent log entries that are shown as one, newest first. */
export interface ActivityGroup {
  readonly entry: ProjectActivity;
  readonly entries: readonly ProjectActivity[];
}

/** Components of other features used on the dashboard. */
export interface DashboardParts {
  /** Status of a snag as an icon, with a label beside it. */
  readonly SnagMark: ComponentType<{ status: SnagStatus; className?: string }>;
  readonly groupActivity: (
    entries: readonly ProjectActivity[],
    dayOf: (instant: string) => string,
  ) => ActivityGroup[];
  /** Sentence of an action. */
  readonly activitySentence: (group: ActivityGroup, t: Translate) => string;
}
