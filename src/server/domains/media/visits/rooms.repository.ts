import { type Selectable, sql } from "kysely";
import type { PicturesTable } from "#server/media/tables.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { roomWrites } from "./room-writes.repository.ts";
import type { RoomsTable } from "./tables.ts";

/** A room with its picture and the picture's state. */
export type RoomWithPicture = Selectable<RoomsTable> &
  Pick<
    Selectable<PicturesTable>,
    | "state"
    | "previewed_at"
    | "problem"
    | "width"
    | "height"
    | "levels"
    | "area"
    | "pose"
    | "captured_at"
    | "latitude"
    | "longitude"
    | "altitude"
    | "gps_accuracy"
  > & { readonly file_north: number | null };

const pictureColumns = [
  "c.state",
  "c.previewed_at",
  "c.problem",
  "c.width",
  "c.height",
  "c.levels",
  "c.area",
  "c.pose",
  "c.captured_at",
  "c.latitude",
  "c.longitude",
  "c.altitude",
  "c.gps_accuracy",
  "c.north as file_north",
] as const;

export function createRoomsRepository(db: Database) {
  return {
    countOf: async (visitId: number): Promise<number> => {
      const { count } = await db
        .selectFrom("rooms")
        .select(sql<number>`count(*)`.as("count"))
        .where("id_visit", "=", visitId)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** The rooms of a visit in walking order. */
    async ofVisit(visitId: number, source: Database | Trx = db): Promise<RoomWithPicture[]> {
      return source
        .selectFrom("rooms as r")
        .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
        .selectAll("r")
        .select(pictureColumns)
        .where("r.id_visit", "=", visitId)
        .orderBy("r.position")
        .orderBy("r.id")
        .execute();
    },

    async byId(id: number): Promise<RoomWithPicture> {
      return db
        .selectFrom("rooms as r")
        .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
        .selectAll("r")
        .select(pictureColumns)
        .where("r.id", "=", id)
        .executeTakeFirstOrThrow();
    },

    byNumber: (ids: readonly number[]): Promise<RoomWithPicture[]> =>
      db
        .selectFrom("rooms as r")
        .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
        .selectAll("r")
        .select(pictureColumns)
        .where("r.id", "=", sql<number>`any (${ids}::bigint[])`)
        .execute(),

    /** The visits and projects that use this picture, for clients that wait for it. */
    placesOf: (trx: Database | Trx, sha256: string) =>
      trx
        .selectFrom("rooms as r")
        .innerJoin("visits as v", "v.id", "r.id_visit")
        .select(["r.id as id_room", "r.id_visit", "v.id_project", "v.code"])
        .where("r.picture_sha256", "=", sha256)
        .execute(),

    /** Whether this picture was processed before. */
    async isReady(trx: Trx, sha256: string): Promise<boolean> {
      const row = await trx
        .selectFrom("pictures")
        .select("state")
        .where("sha256", "=", sha256)
        .executeTakeFirst();
      return row?.state === "ready";
    },

    ...roomWrites(),
  };
}
