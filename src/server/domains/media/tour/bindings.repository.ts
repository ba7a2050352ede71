import { type RawBuilder, sql } from "kysely";
import type { Database, Trx } from "#server/platform/database.ts";
import { plainName, reachOf, type SpotRoom } from "./bindings-nearness.ts";
import { bindingsWrites } from "./bindings-writes.ts";
import type { WalkRoom } from "./match-evidence.ts";
import { isCounted } from "./walk-order.ts";

/** A room with its picture, for lists to select from. */
export interface ListedRoom extends WalkRoom {
  /** A user sorted the rooms of its visit. */
  readonly is_order_set: boolean;
  readonly picture_sha256: string;
  readonly is_ready: boolean;
}

export interface OtherVisit {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly visit_date: Date;
}

const ratio = sql`(select p.height::float8 / p.width from plans p where p.image = s.image and p.width > 0 limit 1)`;
const columns = sql`r.id as id_room, r.id_visit, r.name, r.file_name, r.position, r.id_spot, r.picture_sha256,
  c.captured_at, c.latitude, c.longitude, c.gps_accuracy,
  (select v.is_order_set from visits v where v.id = r.id_visit) as is_order_set,
  c.previewed_at is not null or c.state = 'ready' as is_ready,
  t.id_sheet, t.x, t.y, s.width_metres,
  ${ratio} as ratio,
  (select coalesce(json_agg(d.id_visit), '[]') from spot_denials d where d.id_room = r.id) as denied,
  coalesce((select p.alike from photo_comparisons p
    where p.id_room = r.id and p.picture_sha256 = r.picture_sha256), '[]') as alike`;
// Lateral: for some hundred rooms the planner would read the positions of all.
const from = sql`rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
  left join lateral (select p.* from room_positions p where p.id_room = r.id limit 1) t on true
  left join sheets s on s.id = t.id_sheet`;

export function createBindingsRepository(db: Database) {
  const select = async (source: Database | Trx, where: RawBuilder<unknown>): Promise<ListedRoom[]> => {
    const { rows } = await sql<Omit<ListedRoom, "is_named">>`
      select ${columns} from ${from} where ${where} order by r.position, r.id`.execute(source);
    return rows.map((room) => ({ ...room, is_named: !isCounted(room.name, room.file_name) }));
  };

  return {
    /** Rooms of visits with ready or pending pictures, in walking order. */
    ofVisits: (visitIds: readonly number[], source: Database | Trx = db): Promise<ListedRoom[]> =>
      select(source, sql`r.id_visit = any (${visitIds}::bigint[])`),

    /** Rooms of those visits that may show the same spot, by the rule of `isCandidate`. */
    async candidates(room: SpotRoom, visitIds: readonly number[]): Promise<ListedRoom[]> {
      const { x, y } = room;
      const reach = reachOf(room);
      const rows = await select(
        db,
        sql`r.id_visit = any (${visitIds}::bigint[]) and r.id in (
          select q.id from rooms q where q.id_spot = ${room.id_spot}
          union all select q.id from rooms q
            where q.id_visit = any (${visitIds}::bigint[]) and lower(btrim(q.name)) = ${plainName(room.name)}
          union all select o.id_room from room_positions o where o.id_sheet = ${room.id_sheet}
            and abs(o.x - ${x}::float8) <= ${reach}::float8 and abs(o.y - ${y}::float8) <= ${reach}::float8)`,
      );
      return rows.filter(({ is_ready }) => is_ready);
    },

    /** The scale of a floor plan. */
    async scaleOf(sheetId: number | null): Promise<Pick<SpotRoom, "width_metres" | "ratio">> {
      const { rows } = await sql<Pick<SpotRoom, "width_metres" | "ratio">>`
        select s.width_metres, ${ratio} as ratio from sheets s where s.id = ${sheetId}`.execute(db);
      return rows[0] ?? { width_metres: null, ratio: null };
    },

    /** Other visits of the project, newest first, up to a practical limit. */
    otherVisits: (projectId: number, visitId: number): Promise<OtherVisit[]> =>
      db
        .selectFrom("visits")
        .select(["id", "name", "code", "visit_date"])
        .where("id_project", "=", projectId)
        .where("id", "<>", visitId)
        .where("deleted_at", "is", null)
        .orderBy("visit_date", "desc")
        .orderBy("id", "desc")
        .limit(200)
        .execute(),

    /** The visits of the project with the number of rooms that can be matched in each, newest first. */
    matchable: async (
      projectId: number,
      visitId: number,
    ): Promise<(OtherVisit & { room_count: number })[]> => {
      const { rows } = await sql<OtherVisit & { room_count: number }>`
        select v.id, v.name, v.code, v.visit_date, (
          select count(*)::int from rooms r join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
          where r.id_visit = v.id) as room_count
        from visits v where v.id_project = ${projectId} and v.deleted_at is null
        order by v.id = ${visitId} desc, v.visit_date desc, v.id desc limit 200`.execute(db);
      return rows;
    },

    isOfProject: async (trx: Trx, projectId: number, visitId: number): Promise<boolean> => {
      const visit = await trx
        .selectFrom("visits")
        .select("id")
        .where("id", "=", visitId)
        .where("id_project", "=", projectId)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return visit !== undefined;
    },

    /** The rooms that are bound to one of these, themselves included. */
    async spotsOf(trx: Trx, roomIds: readonly number[]): Promise<ListedRoom[]> {
      return select(
        trx,
        sql`r.id = any (${roomIds}::bigint[]) or r.id_spot in (
          select id_spot from rooms where id = any (${roomIds}::bigint[]) and id_spot is not null)`,
      );
    },

    ...bindingsWrites,

    /** Those of these rooms that are in the project, and not in its bin. */
    async ofProject(trx: Trx, projectId: number, roomIds: readonly number[]): Promise<ListedRoom[]> {
      return select(
        trx,
        sql`r.id = any (${roomIds}::bigint[])
          and exists (select from visits v where v.id = r.id_visit and v.id_project = ${projectId} and v.deleted_at is null)`,
      );
    },
  };
}

export type BindingsRepository = ReturnType<typeof createBindingsRepository>;
