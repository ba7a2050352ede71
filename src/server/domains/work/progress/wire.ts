import type { Progress, ProgressEntry } from "#contract/progress.ts";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import type { Pictures } from "#server/media/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Levels } from "./levels.ts";
import { progressEntryFlags } from "./progress.policy.ts";
import type { EntryRow, SnagWeek, VisitOnLine } from "./progress.repository.ts";

interface Found {
  readonly visits: readonly VisitOnLine[];
  readonly sheets: readonly { readonly id: number; readonly name: string }[];
  readonly levels: Levels;
  readonly curve: Progress["curve"];
  readonly snags: readonly SnagWeek[] | null;
  readonly planned: Progress["planned"];
  readonly can: { readonly add_visit: boolean; readonly view_sheets: boolean };
}

/** Whole percentages: tenths are meaningless on a site. */
const rounded = (percent: number | null): number | null => (percent === null ? null : Math.round(percent));

export function wireProgress(
  { visits, sheets, levels, curve, snags, planned, can }: Found,
  pictures: Pick<Pictures, "covers">,
): Progress {
  // Names of floor plans are for users who may see them; the existence of a floor is not hidden.
  const names = new Map(sheets.map(({ id, name }) => [id, can.view_sheets ? name : ""]));
  return {
    visits: visits.map(({ cover_sha256, visit_date, ...visit }) => ({
      ...visit,
      visit_date: visit_date.toISOString(),
      cover: pictures.covers(cover_sha256).cover,
    })),
    floors: levels.floors
      // The area outside of floors has a row of its own once it has an entry.
      .filter(({ id_sheet, percent }) => id_sheet !== null || percent !== null)
      .map(({ id_sheet, percent, places }) => ({
        id_sheet,
        name: id_sheet === null ? "" : (names.get(id_sheet) ?? ""),
        percent: rounded(percent),
        places: places.toSorted((a, b) => (a.place < b.place ? -1 : 1)),
      })),
    percent: rounded(levels.percent),
    curve,
    snags: snags === null ? null : [...snags],
    planned,
    can: { edit: can.add_visit },
  };
}

export function wireEntry(entry: EntryRow, standing: ProjectStanding, user: SessionUser): ProgressEntry {
  const { id, id_sheet, place, percent, on_date, note, id_user, user_name } = entry;
  return {
    id,
    id_sheet,
    place,
    percent,
    on_date,
    note,
    id_user,
    user_name,
    can: progressEntryFlags(standing, user),
  };
}
