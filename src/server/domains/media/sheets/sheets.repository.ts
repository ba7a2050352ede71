import { type Selectable, sql } from "kysely";
import type { PlanPart } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import type { Authorized } from "#server/platform/policy.ts";
import type { SheetRecord } from "./sheets.policy.ts";
import type { SheetsTable } from "./tables.ts";
import "./tables.ts";
import { rooms, sheetWrites } from "./sheet-writes.repository.ts";

export type SheetSummary = Selectable<SheetsTable> & {
  readonly room_count: number;
  /** The present floor plan; null while there is none. */
  readonly plan: PlanPart | null;
};

/** Fields that a user may change; undefined leaves the field unchanged. */
export type SheetValues = Pick<
  Selectable<SheetsTable>,
  "name" | "floor" | "position" | "north" | "width_metres"
>;

export interface PlacedRoom {
  readonly id_room: number;
  readonly name: string;
  readonly id_visit: number;
  readonly visit: string;
  readonly visit_code: string;
  readonly visit_date: Date;
  readonly picture_sha256: string;
  readonly is_ready: boolean;
  readonly x: number | null;
  readonly y: number | null;
  readonly heading: number | null;
  readonly suggestion: { readonly x: number; readonly y: number } | null;
}

export interface RoomPosition {
  readonly id_room: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly heading: number | null;
}

const columns = sql`r.id as id_room, r.name, v.id as id_visit, v.name as visit, v.code as visit_code,
  v.visit_date, r.picture_sha256, c.previewed_at is not null as is_ready, t.x, t.y, t.heading`;

export function createSheetsRepository(db: Database) {
  const summaries = () =>
    db
      .selectFrom("sheets as s")
      .selectAll("s")
      .select(
        sql<PlanPart | null>`(select json_build_object('sha256', p.sha256, 'page', p.page, 'image', p.image,
            'original', p.original, 'width', p.width, 'height', p.height, 'levels', p.levels, 'state', p.state)
          from sheet_versions v join plans p on p.sha256 = v.sha256 and p.page = v.page
          where v.id_sheet = s.id and v.version = s.version)`.as("plan"),
      )
      .select(
        sql<number>`(select count(*) from room_positions t join rooms r on r.id = t.id_room
          join visits v on v.id = r.id_visit where t.id_sheet = s.id and v.deleted_at is null)`.as(
          "room_count",
        ),
      );

  return {
    list: (projectId: number): Promise<SheetSummary[]> =>
      summaries().where("s.id_project", "=", projectId).orderBy("s.position").orderBy("s.id").execute(),

    summary: (id: number): Promise<SheetSummary> =>
      summaries().where("s.id", "=", id).executeTakeFirstOrThrow(),

    ...sheetWrites(),

    /** Rooms on the sheet, newest capture first. */
    async placed(sheetId: number): Promise<PlacedRoom[]> {
      const { rows } = await sql<PlacedRoom>`
        select ${columns}, null as suggestion from room_positions t join (${rooms}) on r.id = t.id_room
        where t.id_sheet = ${sheetId} order by v.visit_date desc, r.position, r.id limit 5000`.execute(db);
      return rows;
    },

    /** All rooms of a visit of the sheet's project that are on no other sheet, in walking order. */
    async ofVisit(sheet: Pick<SheetRecord, "id" | "id_project">, visitId: number): Promise<PlacedRoom[]> {
      const { rows } = await sql<PlacedRoom>`
        select ${columns},
          case when t.id_room is null then (
            select json_build_object('x', o.x, 'y', o.y) from room_positions o
            join rooms q on q.id = o.id_room join visits w on w.id = q.id_visit and w.deleted_at is null
            where o.id_sheet = ${sheet.id} and lower(q.name) = lower(r.name)
            order by w.visit_date desc limit 1) end as suggestion
        from (${rooms}) left join room_positions t on t.id_room = r.id
        where v.id = ${visitId} and v.id_project = ${sheet.id_project}
          and (t.id_sheet is null or t.id_sheet = ${sheet.id})
        order by r.position, r.id`.execute(db);
      return rows;
    },

    /** The visits of these rooms. */
    async visitsOf(trx: Trx, rooms: readonly Pick<RoomPosition, "id_room">[]): Promise<number[]> {
      const ids = rooms.map(({ id_room }) => id_room);
      const found = await trx
        .selectFrom("rooms")
        .select("id_visit")
        .distinct()
        .where("id", "in", ids)
        .execute();
      return found.map(({ id_visit }) => id_visit);
    },

    /** The visits with rooms on this sheet. */
    async visitsOn(trx: Trx, { id }: Authorized<SheetRecord>): Promise<number[]> {
      const found = await trx
        .selectFrom("room_positions as t")
        .innerJoin("rooms as r", "r.id", "t.id_room")
        .select("r.id_visit")
        .distinct()
        .where("t.id_sheet", "=", id)
        .execute();
      return found.map(({ id_visit }) => id_visit);
    },
  };
}
