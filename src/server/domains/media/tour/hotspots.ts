import { sql } from "kysely";
import type { tourApi } from "#contract/tour.ts";
import type { Poi } from "#contract/viewer.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { RoomRecord } from "../visits/visits.policy.ts";
import { type PointAuthor, pointActivity } from "./point-activity.ts";
import type { PointsRepository } from "./points.repository.ts";
import { roomPoints } from "./tour.events.ts";
import { wayBack } from "./way-back.ts";

export interface PointsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly points: PointsRepository;
}

type HotspotRoute = Extract<keyof typeof tourApi, `${string}/hotspots${string}`>;

/** Links from room to room. */
export function hotspotHandlers({ db, bus, points }: PointsOptions): Handlers<HotspotRoute> {
  const find = async (roomId: number, id: number): Promise<Poi> => {
    const all = await points.of(roomId, { forEditor: true });
    const found = all.find((point) => point.kind === "link" && point.id === id);
    if (found === undefined) throw new AppError("NOT_FOUND");
    return found;
  };
  const changed = async (trx: Trx, room: RoomRecord, by: PointAuthor) => {
    const { id_project, id_visit, id } = room;
    await bus.emit(trx, roomPoints, { id_project, id_visit, id_room: id });
    await recordActivity(trx, pointActivity(room, "hotspots", by));
  };

  return {
    "POST /api/rooms/{id}/hotspots": async ({ subject, body, user, request }) => {
      const { both, ...way } = body;
      const id = await db.transaction().execute(async (trx) => {
        const target = await reach(trx, subject, way.id_target_room);
        await points.makeRoom(trx, subject.id);
        const made = await put(trx, { ...way, id_room: subject.id });
        await changed(trx, subject, { user, request });
        if (both && !(await leads(trx, target.id, subject.id))) {
          await points.makeRoom(trx, target.id);
          const yaw = wayBack(way.yaw, subject.north, target.north);
          await put(trx, {
            id_room: target.id,
            id_target_room: subject.id,
            yaw,
            pitch: way.pitch,
            label: "",
          });
          await bus.emit(trx, roomPoints, {
            id_project: subject.id_project,
            id_visit: subject.id_visit,
            id_room: target.id,
          });
        }
        return made;
      });
      return find(subject.id, id);
    },
    "PUT /api/rooms/{id}/hotspots/{point}": async ({ subject, params, body, user, request }) => {
      const { version, ...values } = body;
      await db.transaction().execute(async (trx) => {
        if (values.id_target_room !== undefined) await reach(trx, subject, values.id_target_room);
        const known = await trx
          .selectFrom("hotspots")
          .select(["version", "id_target_room"])
          .where("id", "=", params.point)
          .where("id_room", "=", subject.id)
          .forUpdate()
          .executeTakeFirst();
        if (known === undefined) throw new AppError("NOT_FOUND");
        if (version !== undefined && version !== known.version) throw new AppError("CONFLICT");
        await trx
          .updateTable("hotspots")
          .set({ ...definedOnly(values), version: known.version + 1, is_proposed: false })
          .where("id", "=", params.point)
          .execute();
        if (values.id_target_room !== undefined && values.id_target_room !== known.id_target_room)
          await deny(trx, subject.id, known.id_target_room);
        await changed(trx, subject, { user, request });
      });
      return find(subject.id, params.point);
    },
    "DELETE /api/rooms/{id}/hotspots/{point}": async ({ subject, params, user, request }) => {
      await db.transaction().execute(async (trx) => {
        const way = await trx
          .deleteFrom("hotspots")
          .where("id", "=", params.point)
          .where("id_room", "=", subject.id)
          .returning("id_target_room")
          .executeTakeFirst();
        if (way === undefined) throw new AppError("NOT_FOUND");
        await deny(trx, subject.id, way.id_target_room);
        await changed(trx, subject, { user, request });
      });
      return {};
    },
  };
}

interface NewWay {
  readonly id_room: number;
  readonly id_target_room: number;
  readonly yaw: number;
  readonly pitch: number;
  readonly label: string;
}

/** Inserts a user's link; replaces a proposed one between the two rooms. */
async function put(trx: Trx, way: NewWay): Promise<number> {
  const { id_room, id_target_room } = way;
  const between = { id_room, id_target_room };
  await trx.deleteFrom("way_denials").where(matches(between)).execute();
  const proposed = await trx
    .updateTable("hotspots")
    .set({ ...way, is_proposed: false, version: sql`version + 1` })
    .where(matches(between))
    .where("is_proposed", "=", true)
    .returning("id")
    .executeTakeFirst();
  if (proposed !== undefined) return proposed.id;
  const { id } = await trx.insertInto("hotspots").values(way).returning("id").executeTakeFirstOrThrow();
  return id;
}

/** Prevents the link between these two rooms from being proposed again. */
const deny = (trx: Trx, id_room: number, id_target_room: number) =>
  trx
    .insertInto("way_denials")
    .values({ id_room, id_target_room })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const matches = ({ id_room, id_target_room }: Pick<NewWay, "id_room" | "id_target_room">) =>
  sql<boolean>`id_room = ${id_room} and id_target_room = ${id_target_room}`;

/** A user's link between the two rooms. */
const leads = (trx: Trx, from: number, to: number) =>
  trx
    .selectFrom("hotspots")
    .select("id")
    .where("id_room", "=", from)
    .where("id_target_room", "=", to)
    .where("is_proposed", "=", false)
    .executeTakeFirst();

/**
 * The target of a link: another room of the same visit. Both rows are locked, the smaller id first, so that neither is
 * deleted meanwhile and two users who link the same rooms cause no deadlock.
 */
async function reach(trx: Trx, from: Authorized<RoomRecord>, to: number) {
  if (to === from.id) throw new AppError("VALIDATION", { fields: { id_target_room: ["tour.room_itself"] } });
  const rooms = await trx
    .selectFrom("rooms")
    .select(["id", "id_visit", "north"])
    .where("id", "in", [from.id, to])
    .orderBy("id")
    .forUpdate()
    .execute();
  const target = rooms.find(({ id }) => id === to);
  if (target?.id_visit !== from.id_visit)
    throw new AppError("VALIDATION", { fields: { id_target_room: ["tour.room_elsewhere"] } });
  return target;
}
