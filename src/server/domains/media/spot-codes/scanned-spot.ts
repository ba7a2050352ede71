import type { ScannedSpot } from "#contract/spot-codes.ts";
import { isOpen, type ProjectRecord, projectFlags } from "#server/domains/sites/projects/projects.policy.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { Counterparts } from "../tour/bindings-counterparts.ts";
import type { SharedVisits } from "../visits/shared-visits.ts";
import type { PictureWire } from "../visits/wire.ts";
import { datesOf, type FoundCode, findCode, type SpotCodeRow } from "./spot-codes.repository.ts";

export interface ScannedSpotOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly shared: Pick<SharedVisits, "roomsByNumber">;
  readonly counterparts: Counterparts;
  readonly pictures: Pick<PictureWire, "thumbnail">;
}

export interface OpenedCode {
  readonly id: number;
  readonly isRevoked: boolean;
  readonly spot: ScannedSpot;
}

const none = { add_snag: false, add_photo: false, add_room: false };

/**
 * The only access to a spot by its code. Undefined where the caller may not open the spot without the code either: for
 * an unknown code, in the bin, outside a private project; and for a revoked code outside the project.
 */
export function createScannedSpots(options: ScannedSpotOptions) {
  const { db, clock, shared, pictures } = options;
  return async (code: string, user: SessionUser | null): Promise<OpenedCode | undefined> => {
    const found = await findCode(db, code, user?.id);
    if (found === undefined) return undefined;
    const can = projectFlags(found.project, user);
    const isMember = can.view_visits;
    if (!isMember && !isPublic(found)) return undefined;
    const { id, number, revoked_at } = found.code;
    const told = {
      number,
      id_project: isMember ? found.project.id : null,
      project: found.project.name,
    };
    const nothing = { visit: null, id_room: null, thumbnail: null };
    if (revoked_at !== null) {
      if (!isMember) return undefined;
      const name = await nameOf(options, found.code);
      const spot: ScannedSpot = { ...told, ...nothing, state: "revoked", name, can: none };
      return { id, isRevoked: true, spot };
    }
    const open = isMember ? null : { at: clock.now() };
    const newest = await newestOf(options, found, open);
    if (newest === undefined) {
      if (!isMember) return undefined;
      const name = await nameOf(options, found.code);
      const may = { ...none, add_room: can.add_visit };
      return { id, isRevoked: false, spot: { ...told, ...nothing, state: "empty", name, can: may } };
    }
    const [room] = await shared.roomsByNumber([newest.id_room]);
    const spot: ScannedSpot = {
      ...told,
      state: "open",
      name: room?.name ?? "",
      visit: { ...newest.visit, visit_date: newest.visit.visit_date.toISOString() },
      id_room: newest.id_room,
      thumbnail: room?.state === "ready" ? pictures.thumbnail(room.picture_sha256) : null,
      can: isMember ? { add_snag: can.add_snag, add_photo: can.add_visit, add_room: can.add_visit } : none,
    };
    return { id, isRevoked: false, spot };
  };
}

const isPublic = ({ project }: { project: ProjectRecord }): boolean => project.is_public && isOpen(project);

const nameOf = async ({ shared }: ScannedSpotOptions, { id_room, name }: SpotCodeRow): Promise<string> =>
  (id_room === null ? undefined : (await shared.roomsByNumber([id_room]))[0])?.name ?? name;

/** The spot's room in the newest visit that shows it: of all visits, or of those that everyone may open. */
async function newestOf(
  { db, shared, counterparts }: ScannedSpotOptions,
  { code, project }: FoundCode,
  open: { readonly at: Date } | null,
) {
  const dates = await datesOf(db, project.id, open);
  const ids = dates.map(({ id }) => id);
  const [own] = code.id_room === null ? [] : await shared.roomsByNumber([code.id_room]);
  const rooms = new Map(
    own === undefined
      ? await counterparts.counterpartsAt(code, ids)
      : await counterparts.counterpartsOf(
          own,
          ids.filter((id) => id !== own.id_visit),
        ),
  );
  if (own !== undefined && own.state !== "failed") rooms.set(own.id_visit, own.id);
  for (const visit of dates) {
    const id_room = rooms.get(visit.id);
    if (id_room !== undefined) return { visit, id_room };
  }
  return undefined;
}
