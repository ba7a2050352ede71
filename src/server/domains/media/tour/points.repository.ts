import { sql } from "kysely";
import { limits } from "#contract/limits.ts";
import type { Poi } from "#contract/viewer.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import "./tables.ts";

const nothing = { text: "", url: null, media: null, number: null, status: null, priority: null };

/** Links and information points in the rooms' pictures, as they are read. */
export function createPointsRepository(db: Database, address: (objectKey: string) => string) {
  const links = (roomId: number) =>
    db
      .selectFrom("hotspots as h")
      .innerJoin("rooms as r", "r.id", "h.id_target_room")
      .innerJoin("pictures as c", "c.sha256", "r.picture_sha256")
      .select(["h.id", "h.id_target_room", "h.yaw", "h.pitch", "h.label", "h.version", "h.is_proposed"])
      .select(["r.name", "c.state"])
      .where("h.id_room", "=", roomId)
      .orderBy("h.id")
      .execute();
  const infos = (roomId: number) =>
    db.selectFrom("room_infos").selectAll().where("id_room", "=", roomId).orderBy("id").execute();

  return {
    /**
     * Everything but snags. A viewer gets links to rooms that can be shown, with the room's name where the link has
     * none; an editor gets every link, with its own name only.
     */
    async of(roomId: number, { forEditor }: { forEditor: boolean }): Promise<Poi[]> {
      const [ways, told] = await Promise.all([links(roomId), infos(roomId)]);
      const seen = forEditor ? ways : ways.filter(({ state }) => state === "ready");
      return [
        ...seen.map(({ id_target_room, name, label, ...way }) => ({
          ...nothing,
          id: way.id,
          yaw: way.yaw,
          pitch: way.pitch,
          version: way.version,
          is_proposed: way.is_proposed,
          kind: "link" as const,
          label: label === "" && !forEditor ? name : label,
          id_room: id_target_room,
        })),
        ...told.map(({ id, kind, yaw, pitch, label, text, url, media, version }) => ({
          ...nothing,
          id,
          kind,
          yaw,
          pitch,
          label,
          text,
          version,
          id_room: null,
          is_proposed: false,
          url: url === "" ? null : url,
          media: media === null ? null : address(media),
        })),
      ];
    },

    /** Refuses a point above the limit of a room. The room's row is locked, so that two parallel calls cannot exceed it. */
    async makeRoom(trx: Trx, roomId: number): Promise<void> {
      await trx.selectFrom("rooms").select("id").where("id", "=", roomId).forUpdate().executeTakeFirst();
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from hotspots where id_room = ${roomId})::int
          + (select count(*) from room_infos where id_room = ${roomId})::int as count`.execute(trx);
      if ((rows[0]?.count ?? 0) >= limits.points.perRoom)
        throw new AppError("POINTS_FULL", { values: { n: limits.points.perRoom } });
    },
  };
}

export type PointsRepository = ReturnType<typeof createPointsRepository>;
