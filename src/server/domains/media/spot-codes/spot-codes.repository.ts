import { type Generated, type Selectable, sql } from "kysely";
import { spotCodeLimits } from "#contract/spot-codes.labels.ts";
import { isOpenVisit } from "#server/domains/sites/projects/open-visits.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import type { ProjectRecord } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { isCounted } from "../tour/walk-order.ts";
import type { PlacedRoom } from "./spots.ts";
import "#server/domains/people/auth/tables.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";

interface SpotCodesTable {
  id: Generated<number>;
  id_project: number;
  number: number;
  code: string;
  /** A room of the spot; null once none is left. */
  id_room: number | null;
  /** Of the last room, written by the database when it is deleted. */
  name: Generated<string>;
  id_sheet: number | null;
  x: number | null;
  y: number | null;
  scans: Generated<number>;
  last_scan_at: Date | null;
  id_last_scanner: number | null;
  id_user: number | null;
  id_revoker: number | null;
  revoked_at: Date | null;
  created_at: Generated<Date>;
}

interface SpotScansTable {
  id: Generated<number>;
  id_code: number;
  id_user: number | null;
  created_at: Generated<Date>;
}

declare module "#server/platform/database.ts" {
  interface Tables {
    spot_codes: SpotCodesTable;
    spot_scans: SpotScansTable;
  }
}

export type SpotCodeRow = Selectable<SpotCodesTable>;
export interface ListedCode extends SpotCodeRow {
  readonly scanner: PersonRow | null;
}

/** A room in a list of spots. */
export interface ListedRoom extends PlacedRoom {
  readonly visit: { readonly code: string; readonly name: string; readonly visit_date: Date } | null;
}

/** Newest rooms of a project that a list considers. */
const MOST_ROOMS = 50_000;

const scale = sql`s.width_metres,
  (select p.height::float8 / p.width from plans p where p.image = s.image and p.width > 0 limit 1) as ratio`;

type RoomRow = Omit<ListedRoom, "is_named" | "denied" | "visit"> & {
  readonly file_name: string;
  readonly visit_code: string | null;
  readonly visit: string | null;
  readonly visit_date: Date | null;
};

const placed = ({ file_name, visit_code, visit, visit_date, ...room }: RoomRow): ListedRoom => ({
  ...room,
  denied: [],
  is_named: !isCounted(room.name, file_name),
  visit:
    visit_code === null || visit_date === null ? null : { code: visit_code, name: visit ?? "", visit_date },
});

/** Rooms of the project's visits that can be shown, of the newest visit first, in walking order. */
export async function roomsOfProject(db: Database | Trx, projectId: number): Promise<ListedRoom[]> {
  const { rows } = await sql<RoomRow>`
    select r.id as id_room, r.id_visit, r.name, r.file_name, r.position, r.id_spot, null as id_code,
      t.id_sheet, t.x, t.y, ${scale}, v.code as visit_code, v.name as visit, v.visit_date
    from visits v
    join rooms r on r.id_visit = v.id
    join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
    left join room_positions t on t.id_room = r.id
    left join sheets s on s.id = t.id_sheet
    where v.id_project = ${projectId} and v.deleted_at is null
    order by v.visit_date desc, v.id desc, r.position, r.id limit ${MOST_ROOMS}`.execute(db);
  return rows.map(placed);
}

/** The last known positions of codes whose room is in none of the project's visits. */
export async function strayRooms(db: Database | Trx, projectId: number): Promise<ListedRoom[]> {
  const { rows } = await sql<RoomRow>`
    select -c.id as id_room, 0 as id_visit, coalesce(r.name, c.name) as name, coalesce(r.file_name, '') as file_name,
      0 as position, r.id_spot, c.id as id_code, coalesce(t.id_sheet, c.id_sheet) as id_sheet,
      coalesce(t.x, c.x) as x, coalesce(t.y, c.y) as y, ${scale}, null as visit_code, null as visit, null as visit_date
    from spot_codes c
    left join rooms r on r.id = c.id_room
    left join pictures i on i.sha256 = r.picture_sha256
    left join visits v on v.id = r.id_visit
    left join room_positions t on t.id_room = r.id
    left join sheets s on s.id = coalesce(t.id_sheet, c.id_sheet)
    where c.id_project = ${projectId} and c.revoked_at is null
      and (r.id is null or v.deleted_at is not null or i.state = 'failed')
    order by c.id`.execute(db);
  return rows.map(placed);
}

/** Codes in use, with the last user who scanned each. */
export const codesOfProject = (db: Database | Trx, projectId: number): Promise<ListedCode[]> =>
  db
    .selectFrom("spot_codes as c")
    .leftJoin("users as u", "u.id", "c.id_last_scanner")
    .selectAll("c")
    .select(personJson("u").as("scanner"))
    .where("c.id_project", "=", projectId)
    .where("c.revoked_at", "is", null)
    .orderBy("c.id")
    .execute();

export const sheetsOfProject = (db: Database | Trx, projectId: number) =>
  db
    .selectFrom("sheets")
    .select(["id", "name", "floor"])
    .where("id_project", "=", projectId)
    .orderBy("position")
    .orderBy("id")
    .execute();

/** Locks the codes of a project until the transaction ends, as the bindings of its rooms do. */
export const lockSpots = (trx: Trx, projectId: number) =>
  sql`select from projects where id = ${projectId} for no key update`.execute(trx);

/** Writes new codes with the next numbers of the project, and returns their ids. */
export async function addCodes(
  trx: Trx,
  at: { readonly id_project: number; readonly id_user: number },
  codes: readonly { readonly id_room: number; readonly code: string }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into spot_codes (id_project, id_user, number, id_room, code)
    select ${at.id_project}::bigint, ${at.id_user}::bigint,
      coalesce((select max(number) from spot_codes where id_project = ${at.id_project}), 0) + n, room, code
    from unnest(${codes.map(({ id_room }) => id_room)}::bigint[], ${codes.map(({ code }) => code)}::text[])
      with ordinality as wanted (room, code, n)
    returning id`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A code with its project and the caller's standing there; nothing of projects in the bin. */
export interface FoundCode {
  readonly code: SpotCodeRow;
  readonly project: ProjectRecord;
}

export async function findCode(
  db: Database,
  code: string,
  userId: number | undefined,
): Promise<FoundCode | undefined> {
  const found = await db.selectFrom("spot_codes").selectAll().where("code", "=", code).executeTakeFirst();
  if (found === undefined) return undefined;
  const project = await db
    .selectFrom("projects as p")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", userId ?? 0),
    )
    .selectAll("p")
    .select(["m.role", "m.grants"])
    .where("p.id", "=", found.id_project)
    .where("p.deleted_at", "is", null)
    .executeTakeFirst();
  return project === undefined ? undefined : { code: found, project };
}

/** Visits of a project, newest first: all, or those that everyone may open by their link. */
export const datesOf = (db: Database, projectId: number, open: { readonly at: Date } | null) =>
  db
    .selectFrom("visits as v")
    .select(["v.id", "v.code", "v.name", "v.visit_date"])
    .where("v.id_project", "=", projectId)
    .where("v.deleted_at", "is", null)
    .$if(open !== null, (query) => query.where(isOpenVisit(open?.at)))
    .orderBy("v.visit_date", "desc")
    .orderBy("v.id", "desc")
    .limit(1000)
    .execute();

/** Records a scan, unless the same user scanned the same code within the last minute. Returns whether it was recorded. */
export const recordScan = (
  db: Database,
  { id_code, id_user, at }: { readonly id_code: number; readonly id_user: number; readonly at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // One scan of a code after the other, so that two at once count once.
    await sql`select from spot_codes where id = ${id_code} for update`.execute(trx);
    const recent = await trx
      .selectFrom("spot_scans")
      .select("id")
      .where("id_code", "=", id_code)
      .where("id_user", "=", id_user)
      .where("created_at", ">", new Date(at.getTime() - spotCodeLimits.scan.seconds * 1000))
      .executeTakeFirst();
    if (recent !== undefined) return false;
    await trx.insertInto("spot_scans").values({ id_code, id_user, created_at: at }).execute();
    await trx
      .updateTable("spot_codes")
      .set({ scans: sql`scans + 1`, last_scan_at: at, id_last_scanner: id_user })
      .where("id", "=", id_code)
      .execute();
    return true;
  });

/** Scans of a code of the project, newest first; undefined when the project has no such code. */
export async function scansOf(
  db: Database,
  { id_project, id_code, ...page }: { id_project: number; id_code: number; limit: number; offset: number },
) {
  const code = await db
    .selectFrom("spot_codes as c")
    .select((eb) =>
      eb
        .selectFrom("spot_scans")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .whereRef("id_code", "=", "c.id")
        .as("kept"),
    )
    .where("c.id", "=", id_code)
    .where("c.id_project", "=", id_project)
    .executeTakeFirst();
  if (code === undefined) return undefined;
  const items = await db
    .selectFrom("spot_scans as a")
    .leftJoin("users as u", "u.id", "a.id_user")
    .select(["a.id", "a.created_at"])
    .select(personJson("u").as("person"))
    .where("a.id_code", "=", id_code)
    .orderBy("a.id", "desc")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total: code.kept ?? 0 };
}

/** Deletes scans after their retention period, and all but the newest of each code. */
export async function pruneScans(db: Database, now: Date): Promise<void> {
  const { keptDays, perCode } = spotCodeLimits.scan;
  await db
    .deleteFrom("spot_scans")
    .where("created_at", "<", new Date(now.getTime() - keptDays * 86_400_000))
    .execute();
  await sql`
    delete from spot_scans a using (
      select id_code, (array_agg(id order by id desc))[${perCode}::int] as oldest from spot_scans
      group by id_code having count(*) > ${perCode}) kept
    where a.id_code = kept.id_code and a.id < kept.oldest`.execute(db);
}
