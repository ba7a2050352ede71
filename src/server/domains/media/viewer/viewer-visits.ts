import type { ViewerVisit, ViewerWalks } from "#contract/viewer.ts";
import { projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { sheetFlags } from "../sheets/sheets.policy.ts";
import { sheetsOfVisit } from "../sheets/sheets-of-visit.ts";
import type { OpenVisit, SharedVisits, Visitor } from "../visits/shared-visits.ts";
import { visitFlags } from "../visits/visits.policy.ts";
import { type PictureWire, wireRoom } from "../visits/wire.ts";

export interface ViewerVisitsOptions {
  readonly db: Database;
  readonly shared: SharedVisits;
  readonly pictures: PictureWire;
  readonly walkLines: WalkLines;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** Visits in the form for the viewer, in its page and by its call. */
export interface ViewerVisits {
  /** Undefined and errors as for `openVisit` of the shared visits. */
  byCode(code: string, visitor: Visitor): Promise<ViewerVisit | undefined>;
  /** The same for the visit's walks. */
  walksBy(code: string, visitor: Visitor): Promise<ViewerWalks | undefined>;
}

/** Placed walks of a visit. */
export interface WalkLines {
  areIn(visitId: number): Promise<boolean>;
  of(visitId: number): Promise<ViewerWalks>;
}

export function createViewerVisits({
  db,
  shared,
  pictures,
  walkLines,
  address,
}: ViewerVisitsOptions): ViewerVisits {
  return {
    async byCode(code, visitor) {
      const visit = await shared.openVisit(code, visitor);
      if (visit === undefined) return undefined;
      const seesSheets = maySeeSheets(visit, visitor);
      const [rooms, sheets, dates, has_walk] = await Promise.all([
        shared.roomsOf(visit),
        seesSheets ? sheetsOfVisit(db, visit.id, address) : [],
        shared.datesFor(visit),
        seesSheets && walkLines.areIn(visit.id),
      ]);
      return {
        code: visit.code,
        id_visit: visit.isMember ? visit.id : null,
        id_project: visit.isMember ? visit.id_project : null,
        name: visit.name,
        description: visit.description,
        project: visit.project,
        visit_date: visit.visit_date.toISOString(),
        rooms: rooms.map((room) => ({ ...wireRoom(room, pictures), file: "" })),
        sheets,
        has_history: dates.length > 1,
        has_walk,
        can: flagsOf(visit, visitor),
      };
    },
    async walksBy(code, visitor) {
      const visit = await shared.openVisit(code, visitor);
      if (visit === undefined) return undefined;
      return maySeeSheets(visit, visitor) ? walkLines.of(visit.id) : { lines: [], steps: [] };
    },
  };
}

/** Visitors with the link see the floor plans as well; a member without the right to floor plans does not. */
const maySeeSheets = (visit: OpenVisit, { user }: Visitor): boolean =>
  !visit.isMember || sheetFlags(visit, user)["view"] === true;

function flagsOf(visit: OpenVisit, { user }: Visitor): ViewerVisit["can"] {
  const { view, edit, add_snag, add_snapshot, guide, share } = visitFlags(visit, user);
  const timelapse = view && projectFlags(visit, user).add_video;
  return { edit, add_snag, add_snapshot, guide, share, timelapse };
}
