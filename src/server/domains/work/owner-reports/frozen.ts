import type { Grant } from "#contract/choices.ts";
import type { ReportSection } from "#contract/owner-reports.limits.ts";
import type { ReportFigures } from "#contract/owner-reports.ts";

/** One photo of a pair, by its room; the picture itself is drawn when it is shown. */
export interface FrozenSide {
  readonly day: string;
  readonly visit: string;
  readonly visit_code: string;
  readonly id_room: number;
  /** Degrees. */
  readonly yaw: number;
  readonly pitch: number;
  readonly fov: number;
}

export interface FrozenPair {
  readonly name: string;
  readonly floor: string;
  readonly is_fixed: boolean;
  readonly before: FrozenSide;
  readonly after: FrozenSide;
}

/** A report as stored: all its numbers, from which page, PDF and email are drawn. */
export interface Frozen {
  readonly project: { readonly name: string; readonly location: string };
  readonly sections: readonly ReportSection[];
  readonly figures: ReportFigures;
  readonly pairs: readonly FrozenPair[];
}

/** Right in the project needed to see a section. */
const neededFor: Readonly<Record<ReportSection, Grant>> = {
  changes: "project.view",
  pairs: "visits.view",
  progress: "visits.view",
  snags: "snags.view",
  coverage: "visits.view",
  cameras: "cameras.view",
  schedule: "visits.view",
  diary: "snags.view",
};

/** A reader of a report: a member by their grants, or everyone who may see all of it. */
export type ReportReader = readonly Grant[] | "all";

export const seesSection = (section: ReportSection, reader: ReportReader): boolean =>
  reader === "all" || reader.includes(neededFor[section]);

/** The report without the sections that the reader may not see. */
export function visibleTo(frozen: Frozen, reader: ReportReader): Frozen {
  const sees = (section: ReportSection) => seesSection(section, reader);
  const { figures } = frozen;
  return {
    ...frozen,
    sections: frozen.sections.filter(sees),
    pairs: sees("pairs") ? frozen.pairs : [],
    figures: {
      visits: reader === "all" || reader.includes("visits.view") ? figures.visits : null,
      progress: sees("progress") ? figures.progress : null,
      snags: sees("snags") ? figures.snags : null,
      coverage: sees("coverage") ? figures.coverage : null,
      cameras: sees("cameras") ? figures.cameras : null,
      schedule: sees("schedule") ? figures.schedule : null,
      diary: sees("diary") ? figures.diary : null,
    },
  };
}

/** Nothing was added, opened, closed, recorded or written in the period, as far as the reader may see. */
export function isEmpty({ figures: { visits, progress, snags, diary } }: Frozen): boolean {
  return (
    (visits?.visits ?? 0) === 0 &&
    (snags === null || (snags.opened === 0 && snags.closed === 0)) &&
    (progress === null || progress.percent === progress.before) &&
    (diary?.entries ?? 0) === 0
  );
}
