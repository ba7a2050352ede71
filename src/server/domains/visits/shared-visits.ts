import type { Poi, ViewerVisit } from "#contract/viewer.ts";
import type { Database } from "#server/platform/database.ts";
import { createRoomsRepository } from "./rooms.repository.ts";
import { type PictureWire, wireHotspot, wireRoom } from "./wire.ts";

/** Visits as their share links show them: the code is the key, nobody is signed in. */
export interface SharedVisits {
  /** Undefined when there is none, or its project is closed to the public for now. */
  byCode(code: string): Promise<ViewerVisit | undefined>;
  /** The points in one room of that visit; undefined when the room is not in it. */
  pointsOf(code: string, roomId: number): Promise<Poi[] | undefined>;
}

export function sharedVisits(db: Database, pictures: PictureWire): SharedVisits {
  const rooms = createRoomsRepository(db);
  const find = (code: string) =>
    db
      .selectFrom("visits as v")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .select(["v.id", "v.code", "v.name", "v.description", "v.visit_date", "p.name as project"])
      .where("v.code", "=", code)
      .where("v.deleted_at", "is", null)
      .where("p.deleted_at", "is", null)
      .where("p.active", "=", true)
      .where("p.validated", "=", true)
      .executeTakeFirst();

  return {
    async byCode(code) {
      const visit = await find(code);
      if (visit === undefined) return undefined;
      const list = await rooms.ofVisit(visit.id);
      // A picture that could not be made is the team's business, not the guest's.
      const shown = list.filter((room) => room.state !== "failed");
      return {
        code: visit.code,
        name: visit.name,
        description: visit.description,
        project: visit.project,
        visit_date: visit.visit_date.toISOString(),
        rooms: shown.map((room) => ({ ...wireRoom(room, pictures), file: "" })),
      };
    },
    async pointsOf(code, roomId) {
      const visit = await find(code);
      if (visit === undefined) return undefined;
      const room = await db
        .selectFrom("rooms")
        .select("id")
        .where("id", "=", roomId)
        .where("id_visit", "=", visit.id)
        .executeTakeFirst();
      return room === undefined ? undefined : (await rooms.hotspots(room.id)).map(wireHotspot);
    },
  };
}
