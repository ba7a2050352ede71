import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { SnagInvited } from "#contract/snags.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { capturedAt } from "#server/platform/captures.ts";
import type { Database } from "#server/platform/database.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type SnagFilter, snagConditions } from "./filters.ts";
import { invitedOf } from "./invited-assignees.ts";
import { maySee } from "./points.ts";
import type { SnagsTable } from "./tables.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";

export interface SnagPhotoRow {
  readonly id: number;
  readonly filename: string;
  readonly kind: "before" | "after";
  /** Keys in the object store, WebP. */
  readonly image: string;
  readonly thumbnail: string;
  readonly author: string;
  readonly id_user: number | null;
  /** ISO 8601, parsed from JSON. */
  readonly created_at: string;
  readonly captured_at: string | null;
}

/**
 * A snag with all fields of lists and reports, and the caller's role in its project. Its position on a floor plan
 * (`id_sheet`, `x`, `y`) is its own or, without one, that of its room. `id_visit` and `id_room` are null while the
 * visit is in the bin; the names stay.
 */
export interface SnagSummary
  extends Omit<
    Selectable<SnagsTable>,
    "visit_name" | "room_name" | "reminded" | "id_invitation" | "id_crew"
  > {
  readonly project: string;
  /** Of the project. */
  readonly time_zone: string;
  readonly visit: string;
  readonly visit_code: string | null;
  readonly visit_date: Date | null;
  readonly room: string;
  /** Hash of the room's picture, when it has its variants; for crops and thumbnails. */
  readonly picture_sha256: string | null;
  readonly sheet: string;
  readonly assignee: PersonRow | null;
  readonly invited: SnagInvited | null;
  readonly crew: { readonly id: number; readonly name: string } | null;
  readonly author: PersonRow | null;
  readonly photos: readonly SnagPhotoRow[];
  readonly comment_count: number;
  /** When it was pinned on a device, by the server's clock. */
  readonly captured_at: Date | null;
  readonly role: ProjectRole | null;
  readonly grants: readonly Grant[] | null;
  readonly active: boolean;
  readonly validated: boolean;
}

const allSnags = (db: Database) => db.selectFrom("snags as s");

/** The snags with these ids, one lookup each and only as many as are needed: joined, all others would be read first. */
const snagsAmong = (db: Database, ids: RawBuilder<{ id: number }>) =>
  db.selectFrom(
    sql`(select x.* from ${ids} l cross join lateral (select * from snags where id = l.id offset 0) x)`.as(
      "s",
    ),
  ) as unknown as ReturnType<typeof allSnags>;

export interface Reach {
  /** Only these rows of `id`. */
  readonly among?: RawBuilder<{ id: number }> | undefined;
  /**
   * Very many are visible and match: the rights, and a search, in a form that the planner does not estimate, so that it
   * walks the list until a page is full instead of collecting all.
   */
  readonly isFrequent?: boolean;
}

/** Snags that the user may see: of projects whose snags they see, and their own; all for a super admin. */
export const visibleSnags = (db: Database, user: SessionUser, { among, isFrequent = false }: Reach = {}) =>
  (among === undefined ? allSnags(db) : snagsAmong(db, among))
    .innerJoin("projects as p", "p.id", "s.id_project")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .leftJoin("visits as v", (join) => join.onRef("v.id", "=", "s.id_visit").on("v.deleted_at", "is", null))
    // A room is visible as long as its visit is.
    .leftJoin("rooms as r", (join) => join.onRef("r.id", "=", "s.id_room").on("v.id", "is not", null))
    .leftJoin("room_positions as t", "t.id_room", "s.id_room")
    .where("p.deleted_at", "is", null)
    .$if(!user.super_admin, (query) =>
      query.where(isFrequent ? sql<boolean>`coalesce(${maySee(user)}, false)` : maySee(user)),
    );

/** All fields of the rows of one page. */
export const snagSummaries = (
  db: Database,
  user: SessionUser,
  ids: ReturnType<typeof snagIds>,
  order: string,
) =>
  visibleSnags(db, user)
    .innerJoin(ids.as("wanted"), "wanted.id", "s.id")
    .leftJoin("visits as bv", "bv.id", "s.id_visit")
    .leftJoin("rooms as br", "br.id", "s.id_room")
    .leftJoin("pictures as c", (join) =>
      join.onRef("c.sha256", "=", "r.picture_sha256").on("c.previewed_at", "is not", null),
    )
    .leftJoin("sheets as h", (join) => join.on("h.id", "=", sql`coalesce(s.id_sheet, t.id_sheet)`))
    .leftJoin("users as a", "a.id", "s.id_assignee")
    .leftJoin("users as u", "u.id", "s.id_user")
    .select(["s.id", "s.guid", "s.id_project", "s.number", "s.title", "s.text", "s.status", "s.priority"])
    .select(["s.trade", "s.id_assignee", "s.due_date", "s.yaw", "s.pitch", "s.fov", "s.id_user"])
    .select(["s.version", "s.created_at", "s.updated_at", "s.closed_at", "s.dispute"])
    .select([
      "v.id as id_visit",
      "v.code as visit_code",
      "v.visit_date",
      "r.id as id_room",
      "h.id as id_sheet",
    ])
    .select([
      "p.name as project",
      "p.time_zone",
      "p.active",
      "p.validated",
      "m.role",
      "m.grants",
      "c.sha256 as picture_sha256",
    ])
    .select([
      // The visit's name is for users who see visits; the room gives the snag's position.
      sql<string>`case when ${user.super_admin} or 'visits.view' = any (m.grants)
        then coalesce(bv.name, s.visit_name) else '' end`.as("visit"),
      sql<string>`coalesce(br.name, s.room_name)`.as("room"),
      sql<string>`coalesce(h.name, '')`.as("sheet"),
      sql<number | null>`coalesce(s.x, t.x)`.as("x"),
      sql<number | null>`coalesce(s.y, t.y)`.as("y"),
      personJson("a").as("assignee"),
      invitedOf.as("invited"),
      crewOf.as("crew"),
      personJson("u").as("author"),
      photos.as("photos"),
      sql<number>`(select count(*) from snag_comments k where k.id_snag = s.id)`.as("comment_count"),
      sql<Date | null>`(
        select ${capturedAt("e")} from captures e where e.kind = 'snag' and e.id_target = s.id)`.as(
        "captured_at",
      ),
    ])
    .orderBy(sql.raw(order))
    .$castTo<SnagSummary>();

export const snagIds = (db: Database, user: SessionUser, filter: SnagFilter, reach: Reach = {}) =>
  visibleSnags(db, user, reach)
    .select("s.id")
    .where((where) => where.and(snagConditions(filter, user, reach.isFrequent)));

/** The name of a crew's person for a photo that came with an answer. */
const photoAuthor = sql`coalesce(${personName("q")}, (
  select w.name from snag_answer_photos y join snag_answers w on w.id = y.id_answer where y.id_photo = f.id limit 1))`;

const crewOf = sql<{ id: number; name: string } | null>`(
  select jsonb_build_object('id', c.id, 'name', c.name) from crews c where c.id = s.id_crew)`;

const photos = sql<SnagPhotoRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'filename', f.filename, 'kind', f.kind, 'image', f.image,
    'thumbnail', f.thumbnail, 'author', coalesce(${photoAuthor}, ''), 'id_user', f.id_user,
    'created_at', f.created_at, 'captured_at', ${capturedAt("g")}) order by f.id), '[]')
  from snag_photos f left join users q on q.id = f.id_user
  left join captures g on g.kind = 'snag_photo' and g.id_target = f.id where f.id_snag = s.id)`;
