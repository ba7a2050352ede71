import type { Poi } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { SharedVisits, Visitor } from "../visits/shared-visits.ts";
import { visitFlags } from "../visits/visits.policy.ts";

export interface RoomPointsOptions {
  readonly db: Database;
  readonly shared: Pick<SharedVisits, "openVisit">;
  /** Links and information points; editors see more of them. */
  readonly pointsIn: (roomId: number, options: { forEditor: boolean }) => Promise<Poi[]>;
  /** The snags in a room that this user may see. */
  readonly snagsIn: (roomId: number, user: SessionUser) => Promise<Poi[]>;
}

export interface PointsQuery {
  readonly code: string;
  readonly id_room: number;
  readonly edit_room?: string | undefined;
}

/** The points in one room of a shared visit; undefined when the visit is closed or the room is not part of it. */
export function createRoomPoints({ db, shared, pointsIn, snagsIn }: RoomPointsOptions) {
  return async (query: PointsQuery, visitor: Visitor): Promise<Poi[] | undefined> => {
    const visit = await shared.openVisit(query.code, visitor);
    if (visit === undefined) return undefined;
    const room = await db
      .selectFrom("rooms")
      .select("id")
      .where("id", "=", query.id_room)
      .where("id_visit", "=", visit.id)
      .executeTakeFirst();
    if (room === undefined) return undefined;
    const { user } = visitor;
    const wantsToEdit = !["", "0", "false", undefined].includes(query.edit_room);
    const forEditor = wantsToEdit && visitFlags(visit, user).edit;
    // Snags are for the team: a visitor with only the link sees none.
    const isOfTeam = visit.isMember && user !== null;
    const [points, snags] = await Promise.all([
      pointsIn(room.id, { forEditor }),
      isOfTeam ? snagsIn(room.id, user) : [],
    ]);
    return [...points, ...snags];
  };
}
