import { type Selectable, sql } from "kysely";
import type { CoveragePlan } from "#contract/coverage.ts";
import { isCounted } from "#server/domains/media/tour/walk-order.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { dayAt } from "#server/platform/site-time.ts";
import type { PlacedSpot, SeenPhoto } from "./seen-spots.ts";
import type { CoverageSpotsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/sites/projects/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "./tables.ts";

/** Newest photos of a project that are considered. */
const MOST_PHOTOS = 50_000;

/** A photo of a project, the newest visit first, in walking order. */
export interface ProjectPhoto extends SeenPhoto {
  readonly id_visit: number;
  readonly visit_code: string;
  readonly position: number;
  readonly width_metres: number | null;
  readonly ratio: number | null;
}

const scale = sql`s.width_metres,
  (select p.height::float8 / p.width from plans p where p.image = s.image and p.width > 0 limit 1) as ratio`;

/**
 * Everything that counts as having seen a position, up to a day: the 360 photos of the project's visits that can be
 * shown. The only place that gathers it. Days are computed here: the database knows other time zones, and reads an
 * offset such as `+03:00` the other way round.
 */
export async function photosOf(
  db: Database | Trx,
  projectId: number,
  { zone, until }: { readonly zone: string; readonly until: string },
): Promise<ProjectPhoto[]> {
  // A day begins up to 14 hours before that of UTC, and ends up to 12 hours after it.
  const { rows } = await sql<FoundPhoto>`
    select r.id as id_room, r.id_visit, r.id_spot, r.name, r.file_name, r.position, t.id_sheet, t.x, t.y, ${scale},
      v.code as visit_code, v.visit_date
    from visits v
    join rooms r on r.id_visit = v.id
    join pictures c on c.sha256 = r.picture_sha256 and c.state <> 'failed'
    left join room_positions t on t.id_room = r.id
    left join sheets s on s.id = t.id_sheet
    where v.id_project = ${projectId} and v.deleted_at is null
      and v.visit_date < ((${until}::date + 2)::timestamp at time zone 'UTC')
    order by v.visit_date desc, v.id desc, r.position, r.id limit ${MOST_PHOTOS}`.execute(db);
  const days = new Map<number, string>();
  return rows.flatMap(({ file_name, visit_date, ...photo }) => {
    const day = days.get(photo.id_visit) ?? dayAt(visit_date, zone);
    days.set(photo.id_visit, day);
    return day > until ? [] : [{ ...photo, day, is_named: !isCounted(photo.name, file_name) }];
  });
}

type FoundPhoto = Omit<ProjectPhoto, "is_named" | "day"> & {
  readonly file_name: string;
  readonly visit_date: Date;
};

const initialPlan: Omit<CoveragePlan, "time_zone"> = {
  is_on: false,
  rhythm: { kind: "days", days: 7 },
  weekend: [],
  pauses: [],
  alert_days: 2,
  version: 0,
};

/** The plan of a project, with its time zone; the initial one, switched off, before it was set up. */
export async function planOf(db: Database | Trx, projectId: number): Promise<CoveragePlan> {
  const [row, { time_zone }] = await Promise.all([
    db
      .selectFrom("coverage_plans")
      .select(["is_on", "rhythm", "weekend", "pauses", "alert_days", "version"])
      .where("id_project", "=", projectId)
      .executeTakeFirst(),
    db.selectFrom("projects").select("time_zone").where("id", "=", projectId).executeTakeFirstOrThrow(),
  ]);
  return { ...(row ?? initialPlan), time_zone };
}

export interface SpotRow extends PlacedSpot {
  readonly rhythm: Selectable<CoverageSpotsTable>["rhythm"];
  readonly is_on: boolean;
  readonly since: string;
}

/** The spots of a project by floor plan; one that was never positioned is where its room is. */
export async function spotsOf(db: Database | Trx, projectId: number): Promise<SpotRow[]> {
  const { rows } = await sql<SpotRow>`
    select c.id, c.name, c.id_room, r.id_spot, p.id_sheet, p.x, p.y, ${scale}, c.rhythm, c.is_on,
      to_char(c.since, 'YYYY-MM-DD') as since
    from coverage_spots c
    left join rooms r on r.id = c.id_room
    left join room_positions t on t.id_room = c.id_room and c.id_sheet is null
    cross join lateral (select coalesce(c.id_sheet, t.id_sheet) as id_sheet,
      case when c.id_sheet is null then t.x else c.x end as x,
      case when c.id_sheet is null then t.y else c.y end as y) p
    left join sheets s on s.id = p.id_sheet
    where c.id_project = ${projectId}
    order by s.position nulls last, s.id, c.name, c.id`.execute(db);
  return rows;
}

export interface SkipRow {
  readonly id_spot: number;
  readonly spot: string;
  readonly day: string;
  readonly reason: string;
  readonly id_user: number | null;
  readonly created_at: Date;
  readonly person: PersonRow | null;
}

/** Skips of the project's spots, newest first; of one day, or of all. */
export const skipsOf = (db: Database | Trx, projectId: number, day?: string): Promise<SkipRow[]> =>
  db
    .selectFrom("coverage_skips as k")
    .innerJoin("coverage_spots as c", "c.id", "k.id_spot")
    .leftJoin("users as u", "u.id", "k.id_user")
    .select(["k.id_spot", "c.name as spot", "k.reason", "k.id_user", "k.created_at"])
    .select(sql<string>`to_char(k.day, 'YYYY-MM-DD')`.as("day"))
    .select(personJson("u").as("person"))
    .where("c.id_project", "=", projectId)
    .$if(day !== undefined, (query) => query.where(sql<boolean>`k.day = ${day ?? ""}::date`))
    .orderBy("k.id", "desc")
    .limit(50_000)
    .execute();

/** Locks plan and spots of a project until the transaction ends. */
export const lockCoverage = (trx: Trx, projectId: number) =>
  sql`select from projects where id = ${projectId} for no key update`.execute(trx);

/** Sets the zone of the project's days. */
export const setTimeZone = (trx: Trx, projectId: number, time_zone: string) =>
  trx
    .updateTable("projects")
    .set({ time_zone, updated_at: sql`now()` })
    .where("id", "=", projectId)
    .execute();

/** The spot if it is one of the project's. */
export const findSpot = (db: Database | Trx, projectId: number, spotId: number) =>
  db
    .selectFrom("coverage_spots")
    .select(["id", "name"])
    .where("id", "=", spotId)
    .where("id_project", "=", projectId)
    .executeTakeFirst();

export const sheetsOf = (db: Database | Trx, projectId: number) =>
  db
    .selectFrom("sheets")
    .select(["id", "name", "floor"])
    .where("id_project", "=", projectId)
    .orderBy("position")
    .orderBy("id")
    .execute();
