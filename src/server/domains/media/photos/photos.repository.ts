import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { PhotosTable } from "./tables.ts";
import { dayIn } from "./time-zones.ts";
import "#server/domains/people/auth/tables.ts";
import "../sheets/tables.ts";
import "../visits/tables.ts";
import "./tables.ts";

/** Filters of a list; undefined ones do not narrow it. */
export interface PhotoFilter {
  readonly search?: string | undefined;
  /** 0: without a position. */
  readonly sheet?: number | undefined;
  readonly id_visit?: number | undefined;
  readonly id_room?: number | undefined;
  /** At the spot of this room. */
  readonly at_room?: number | undefined;
  readonly author?: number | undefined;
  /** Taken not before, and before. */
  readonly after?: Date;
  readonly before?: Date;
}

/** A photo with the names of the records that it refers to. */
export interface PhotoRow extends Selectable<PhotosTable> {
  readonly author: PersonRow | null;
  readonly visit: { readonly id: number; readonly code: string; readonly name: string } | null;
  readonly room: { readonly id: number; readonly name: string } | null;
  readonly sheet: { readonly name: string; readonly floor: string } | null;
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
}

/** Metres around a room that belong to its spot; without a scale, a share of the floor plan's width. */
const SPOT = { metres: 3, share: 0.05 };

/** Photos of the room's spot: linked to one of its rooms, or near the room on its floor plan. */
const atSpotOf = (roomId: number): RawBuilder<boolean> => sql<boolean>`(
  f.id_room in (
    select r.id from rooms r where r.id = ${roomId}
      or r.id_spot = (select own.id_spot from rooms own where own.id = ${roomId}))
  or exists (
    select from room_positions t join sheets s on s.id = t.id_sheet
    left join plans l on l.image = s.image and l.width > 0
    where t.id_room = ${roomId} and t.id_sheet = f.id_sheet
      and sqrt(power(t.x - f.x, 2) + power((t.y - f.y) * coalesce(l.height::float8 / l.width, 1), 2))
        <= coalesce(${SPOT.metres}::float8 / s.width_metres, ${SPOT.share}::float8)))`;

/** The conditions of a list; the photos have the alias `f`. */
function conditions(projectId: number, filter: PhotoFilter): RawBuilder<boolean> {
  const { search, sheet, id_visit, id_room, at_room, author, after, before } = filter;
  const text = search === undefined || search === "" ? null : likePattern(search);
  const all = [
    sql`f.id_project = ${projectId} and f.deleted_at is null`,
    sheet === 0 ? sql`f.id_sheet is null` : sheet === undefined ? null : sql`f.id_sheet = ${sheet}`,
    id_visit === undefined ? null : sql`f.id_visit = ${id_visit}`,
    id_room === undefined ? null : sql`f.id_room = ${id_room}`,
    at_room === undefined ? null : atSpotOf(at_room),
    author === undefined ? null : sql`f.id_user = ${author}`,
    after === undefined ? null : sql`f.taken_at >= ${after}`,
    before === undefined ? null : sql`f.taken_at < ${before}`,
    text && sql`(f.caption ilike ${text} or f.file_name ilike ${text})`,
  ].filter((one) => one !== null);
  return sql<boolean>`${sql.join(all, sql` and `)}`;
}

/** Photos as the user sees them, by a condition on `f`. */
const rowsWhere = (db: Database | Trx, userId: number, where: RawBuilder<boolean>) =>
  db
    .selectFrom("photos as f")
    .innerJoin("projects as p", "p.id", "f.id_project")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", userId),
    )
    .leftJoin("users as u", "u.id", "f.id_user")
    .leftJoin("visits as v", (join) => join.onRef("v.id", "=", "f.id_visit").on("v.deleted_at", "is", null))
    .leftJoin("rooms as r", (join) => join.onRef("r.id", "=", "f.id_room").onRef("r.id_visit", "=", "v.id"))
    .leftJoin("sheets as s", "s.id", "f.id_sheet")
    .selectAll("f")
    .select(["m.role", "m.grants", "p.active", "p.validated"])
    .select([
      personJson("u").as("author"),
      sql<PhotoRow["visit"]>`case when v.id is not null then
        jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name) end`.as("visit"),
      sql<PhotoRow["room"]>`case when r.id is not null then
        jsonb_build_object('id', r.id, 'name', r.name) end`.as("room"),
      sql<PhotoRow["sheet"]>`case when s.id is not null then
        jsonb_build_object('name', s.name, 'floor', s.floor) end`.as("sheet"),
    ])
    .where(where)
    .$castTo<PhotoRow>();

export async function listPhotos(
  db: Database,
  of: { readonly id_project: number; readonly id_user: number },
  filter: PhotoFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: PhotoRow[]; total: number }> {
  const where = conditions(of.id_project, filter);
  const rows = await rowsWhere(db, of.id_user, where)
    .orderBy("f.taken_at", "desc")
    .orderBy("f.id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from photos f where ${where}`.execute(db);
  return { rows, total: counted[0]?.n ?? 0 };
}

/** All photos of a project, for its export, oldest first. */
export const photosOfProject = (db: Database, projectId: number): Promise<PhotoRow[]> =>
  rowsWhere(db, 0, conditions(projectId, {})).orderBy("f.taken_at").orderBy("f.id").execute();

/** Throws when there is none. */
export const photoById = (db: Database | Trx, id: number, userId: number): Promise<PhotoRow> =>
  rowsWhere(db, userId, sql<boolean>`f.id = ${id}`).executeTakeFirstOrThrow();

/** The floor plans and the authors of a project's photos, with their numbers of photos. */
export async function photoChoices(db: Database, projectId: number) {
  const [sheets, authors] = await Promise.all([
    sql<{ id: number; name: string; floor: string; photos: number }>`
      select coalesce(s.id, 0)::int8 as id, coalesce(s.name, '') as name, coalesce(s.floor, '') as floor,
        count(*)::int as photos
      from photos f left join sheets s on s.id = f.id_sheet
      where f.id_project = ${projectId} and f.deleted_at is null
      group by s.id order by s.position nulls last, s.id`.execute(db),
    sql<{ id_user: number; name: string; photos: number }>`
      select u.id as id_user, ${personName("u")} as name, count(*)::int as photos
      from photos f join users u on u.id = f.id_user
      where f.id_project = ${projectId} and f.deleted_at is null
      group by u.id order by photos desc, u.id limit 200`.execute(db),
  ]);
  return { sheets: sheets.rows, authors: authors.rows };
}

/** Days with photos, newest first. Time zones differ by quarters of an hour, so quarters are counted in the database. */
export async function photoDays(
  db: Database,
  projectId: number,
  filter: Pick<PhotoFilter, "at_room">,
  zone: string,
): Promise<{ day: string; photos: number }[]> {
  const { rows } = await sql<{ at: Date; n: number }>`
    select date_bin('15 minutes', f.taken_at, 'epoch'::timestamptz) as at, count(*)::int as n
    from photos f where ${conditions(projectId, filter)}
    group by 1 order by 1 desc`.execute(db);
  const days = new Map<string, number>();
  for (const { at, n } of rows) days.set(dayIn(at, zone), (days.get(dayIn(at, zone)) ?? 0) + n);
  return [...days].map(([day, photos]) => ({ day, photos }));
}

export const countPhotos = async (trx: Trx, projectId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from photos where id_project = ${projectId} and deleted_at is null`.execute(
    trx,
  );
  return rows[0]?.n ?? 0;
};

/** Permanently deletes photos after the retention period of the bin. */
export async function purgePhotos(db: Database, days: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const due = await trx
      .deleteFrom("photos")
      .where(sql<boolean>`deleted_at < now() - make_interval(days => ${days})`)
      .returning(["id", "caption", "file_name", "id_project"])
      .execute();
    for (const { id, id_project, ...named } of due)
      await recordActivity(trx, {
        id_user: null,
        action: "photo.purged",
        subject: { kind: "photo", id, name: photoName(named) },
        id_project,
        address: "",
      });
  });
}

/** Its caption, else the name of its file. */
export const photoName = ({ caption, file_name }: Pick<PhotoRow, "caption" | "file_name">): string =>
  (caption === "" ? file_name : caption).slice(0, 100);
