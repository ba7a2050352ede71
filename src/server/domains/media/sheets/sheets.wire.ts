import type { Sheet, SheetRoom, SheetVersion } from "#contract/sheets.ts";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import { wirePerson } from "#server/domains/sites/projects/wire.ts";
import type { Pictures, Plans } from "#server/media/index.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { sheetFlags } from "./sheets.policy.ts";
import type { PlacedRoom, SheetSummary } from "./sheets.repository.ts";
import type { VersionRow } from "./versions.ts";

export interface SheetWire {
  readonly pictures: Pick<Pictures, "thumbnail">;
  readonly plans: Pick<Plans, "showPlan">;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

/** Address of the original file; its download is logged. */
const originalOf = (id: number, version?: number): string =>
  `/api/evidence/sheets/${id}/original${version === undefined ? "" : `?version=${version}`}`;

/** Positions on a floor plan are those of visits: a user who may not see visits gets the floor plan only. */
export const mayWalk = ({ grants }: ProjectStanding, user: SessionUser): boolean =>
  user.super_admin || grants?.includes("visits.view") === true;

export function sheetToWire(
  { plan, ...sheet }: SheetSummary,
  { standing, user, plans }: SheetWire & { readonly standing: ProjectStanding; readonly user: SessionUser },
): Sheet {
  const shown = plan === null ? null : plans.showPlan(plan);
  return {
    id: sheet.id,
    id_sheet: sheet.id,
    id_project: sheet.id_project,
    name: sheet.name,
    floor: sheet.floor,
    order: sheet.position,
    north: sheet.north,
    width_metres: sheet.width_metres,
    image: shown?.image ?? null,
    width: plan?.width ?? null,
    height: plan?.height ?? null,
    tiles: shown?.tiles ?? null,
    original: shown === null ? null : originalOf(sheet.id),
    version: sheet.version,
    room_count: mayWalk(standing, user) ? sheet.room_count : 0,
    created_at: sheet.created_at.toISOString(),
    updated_at: sheet.updated_at.toISOString(),
    can: sheetFlags(standing, user),
  };
}

export function versionToWire(
  { plan, author, created_at, ...version }: VersionRow,
  { address }: SheetWire,
  current: { readonly id: number; readonly version: number },
): SheetVersion {
  return {
    ...version,
    image: address(plan.image),
    original: originalOf(current.id, version.version),
    author: author && wirePerson(author, address),
    created_at: created_at.toISOString(),
    is_current: version.version === current.version,
  };
}

export const roomToWire = (
  { picture_sha256, is_ready, visit_date, ...room }: PlacedRoom,
  { pictures }: SheetWire,
): SheetRoom => ({
  ...room,
  visit_date: visit_date.toISOString(),
  thumbnail: is_ready ? pictures.thumbnail(picture_sha256) : null,
});
