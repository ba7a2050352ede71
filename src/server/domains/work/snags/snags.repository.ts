import { type Selectable, sql } from "kysely";
import { type Grant, snagStatuses } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import type { SnagInvited } from "#contract/snags.ts";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import { capturedAt } from "#server/platform/captures.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import { offsetOf, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { type SnagFilter, snagCandidates, snagConditions, snagOrder } from "./filters.ts";
import { invitedOf } from "./invited-assignees.ts";
import { maySee } from "./points.ts";
import type { SnagCommentsTable, SnagStepsTable, SnagsTable } from "./tables.ts";
import { type StatusCounts, tallySnags } from "./tallies.ts";
import "#server/domains/people/auth/tables.ts";
import "#server/domains/media/sheets/tables.ts";
import "#server/domains/media/visits/tables.ts";
import "#server/media/tables.ts";
import "./tables.ts";

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

export interface CommentRow extends Selectable<SnagCommentsTable> {
  readonly author: PersonRow | null;
  readonly captured_at: Date | null;
}
export interface StepRow extends Selectable<SnagStepsTable> {
  readonly author: PersonRow | null;
}

export type SnagsRepository = ReturnType<typeof createSnagsRepository>;

export function createSnagsRepository(db: Database) {
  return {
    async list(user: SessionUser, filter: SnagFilter & PageRequest) {
      const order = snagOrder[filter.sort ?? "number"];
      const isOfFew = await hasFewProjects(db, user);
      const likely = isOfFew ? undefined : candidatesFor(filter);
      const found = idsOf(db, user, filter).$if(likely !== undefined, (query) =>
        query.where(likely ?? sql<boolean>`true`),
      );
      const page = (isOfFew ? collected(db, found) : found)
        .orderBy(sql.raw(order))
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      // Counts per status, independent of the filter by status.
      const { status, ...others } = filter;
      const count = async (): Promise<StatusCounts> => {
        const groups = await visible(db, user)
          .select(["s.status", sql<number>`count(*)`.as("count")])
          .where((where) => where.and(snagConditions(others, user)))
          .$if(likely !== undefined, (query) => query.where(likely ?? sql<boolean>`true`))
          .groupBy("s.status")
          .execute();
        return Object.fromEntries(groups.map((group) => [group.status, group.count]));
      };
      const [rows, counts] = await Promise.all([
        summaries(db, user, page, order).execute(),
        tallySnags(db, user, others).then((told) => told ?? count()),
      ]);
      const total = snagStatuses
        .filter((one) => status === undefined || status.includes(one))
        .reduce((sum, one) => sum + (counts[one] ?? 0), 0);
      return { rows, total, counts };
    },

    /** Without pages, by number: at most `most`. Request one more than the limit to detect that there are too many. */
    all: (user: SessionUser, filter: SnagFilter, most: number): Promise<SnagSummary[]> =>
      summaries(
        db,
        user,
        idsOf(db, user, filter).orderBy("s.id_project").orderBy("s.number").limit(most),
        byNumber,
      ).execute(),

    /** Throws NOT_FOUND when the user may see none with this id: it may be deleted by now. */
    one: (user: SessionUser, id: number): Promise<SnagSummary> =>
      summaries(
        db,
        user,
        visible(db, user).select("s.id").where("s.id", "=", id),
        byNumber,
      ).executeTakeFirstOrThrow(() => new AppError("NOT_FOUND")),

    /** Comments on these snags, oldest first. */
    comments: (snagIds: readonly number[]): Promise<CommentRow[]> =>
      db
        .selectFrom("snag_comments as k")
        .leftJoin("users as u", "u.id", "k.id_user")
        .leftJoin("captures as c", (join) =>
          join.onRef("c.id_target", "=", "k.id").on("c.kind", "=", "snag_comment"),
        )
        .selectAll("k")
        .select([personJson("u").as("author"), capturedAt("c").as("captured_at")])
        .where("k.id_snag", "in", snagIds.length === 0 ? [0] : [...snagIds])
        .orderBy("k.id")
        .execute(),

    /** Newest first. */
    steps: (snagId: number): Promise<StepRow[]> =>
      db
        .selectFrom("snag_steps as e")
        .leftJoin("users as u", "u.id", "e.id_user")
        .selectAll("e")
        .select(personJson("u").as("author"))
        .where("e.id_snag", "=", snagId)
        .orderBy("e.id", "desc")
        .limit(2000)
        .execute(),

    /** The project's snags with these GUIDs in BCF files (lower-case UUIDs), without deleted ones. */
    byGuids: (trx: Database | Trx, projectId: number, guids: readonly string[]) =>
      trx
        .selectFrom("snags")
        .selectAll()
        .where("id_project", "=", projectId)
        .where("guid", "in", guids.length === 0 ? [null] : [...guids])
        .execute(),
  };
}

/** Snags that the user may see: of projects whose snags they see, and their own; all for a super admin. */
const visible = (db: Database, user: SessionUser) =>
  db
    .selectFrom("snags as s")
    .innerJoin("projects as p", "p.id", "s.id_project")
    .leftJoin("project_members as m", (join) =>
      join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
    )
    .leftJoin("visits as v", (join) => join.onRef("v.id", "=", "s.id_visit").on("v.deleted_at", "is", null))
    // A room is visible as long as its visit is.
    .leftJoin("rooms as r", (join) => join.onRef("r.id", "=", "s.id_room").on("v.id", "is not", null))
    .leftJoin("room_positions as t", "t.id_room", "s.id_room")
    .where("p.deleted_at", "is", null)
    .$if(!user.super_admin, (query) => query.where(maySee(user)));

/** All fields of the rows of one page. */
const summaries = (db: Database, user: SessionUser, ids: ReturnType<typeof idsOf>, order: string) =>
  visible(db, user)
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

const idsOf = (db: Database, user: SessionUser, filter: SnagFilter) =>
  visible(db, user)
    .select("s.id")
    .where((where) => where.and(snagConditions(filter, user)));

/** Projects of a user up to which all of their snags are collected, tested and sorted. */
const fewProjects = 20;

async function hasFewProjects(db: Database, user: SessionUser): Promise<boolean> {
  if (user.super_admin) return false;
  const { rows } = await sql`
    select from project_members where id_user = ${user.id} offset ${fewProjects} limit 1`.execute(db);
  return rows.length === 0;
}

/**
 * Sorted after they are collected: the planner would walk the snags of all projects in the order of the list until it
 * has found a page of the user's. `offset 0` keeps the inner query apart.
 */
const collected = (db: Database, found: ReturnType<typeof idsOf>) =>
  db
    .selectFrom(
      found
        .select(["s.id_project", "s.number", "s.due_date", "s.updated_at", "s.priority", "s.status"])
        .offset(0)
        .as("s"),
    )
    .select("s.id");

/** A condition by indexes for a search that would otherwise test very many snags. */
function candidatesFor({ search = "", id_project, id_visit, id_room, id_sheet, ids }: SnagFilter) {
  const isNarrow = [id_project, id_visit, id_room, id_sheet, ids].some((one) => one !== undefined);
  return search === "" || isNarrow ? undefined : snagCandidates(search);
}

const byNumber = "s.id_project, s.number";

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
