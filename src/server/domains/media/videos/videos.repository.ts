import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import type { VideoStatus, videoSorts } from "#contract/choices.ts";
import { starsOf } from "#server/domains/stars.ts";
import { type FilmPart, filmColumns } from "#server/media/index.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import { personName } from "#server/platform/person-name.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { visitsAreOpen } from "./open-video.ts";
import type { VideosTable } from "./tables.ts";
import { videoWrites } from "./video-writes.repository.ts";
import type { VideoRecord } from "./videos.policy.ts";

export interface VideoFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly id_project?: number | undefined;
  readonly starred?: boolean | undefined;
  readonly is_public?: boolean | undefined;
  readonly status?: VideoStatus | undefined;
  readonly sort: (typeof videoSorts)[number];
}

/** A video with the fields shown in a list, and the caller's rights in its project. */
export type VideoSummary = VideoRecord &
  FilmPart & {
    readonly project: string;
    readonly author: string | null;
    readonly starred: boolean;
    readonly views: number;
    readonly comment_count: number;
    readonly open_comments: number;
    /** Of the whole list, on the rows of a page. */
    readonly total?: number;
  };

export type NewVideo = Pick<
  Selectable<VideosTable>,
  | "code"
  | "id_project"
  | "id_user"
  | "id_payer"
  | "title"
  | "description"
  | "video_date"
  | "film_sha256"
  | "file_name"
  | "thumbnail"
  | "north"
  | "is_public"
  | "is_protected"
  | "password_hash"
  | "auto_play"
  | "muted"
  | "loop"
  | "metadata"
  | "of_visits"
>;

/** A room that a video of visits shows. */
export interface VideoDate {
  readonly id_visit: number;
  readonly id_room: number;
}

/** The fields of a video that can change. */
export type VideoChange = Partial<
  Omit<
    NewVideo,
    | "code"
    | "id_project"
    | "id_user"
    | "id_payer"
    | "video_date"
    | "film_sha256"
    | "file_name"
    | "metadata"
    | "of_visits"
  > & {
    readonly is_hidden: boolean;
  }
>;

export function createVideosRepository(db: Database) {
  /** Videos of the projects in which the user may see them; all of them for a super admin. */
  const visible = (user: SessionUser) =>
    db
      .selectFrom("videos as t")
      .innerJoin("projects as p", "p.id", "t.id_project")
      .innerJoin("films", "films.sha256", "t.film_sha256")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user.id),
      )
      .leftJoin("video_stars as s", (join) =>
        join.onRef("s.id_video", "=", "t.id").on("s.id_user", "=", user.id),
      )
      .where("p.deleted_at", "is", null)
      .where("t.is_withheld", "=", false)
      .$if(!user.super_admin, (query) =>
        query.where(
          sql<boolean>`('videos.view' = any (m.grants) and (not t.of_visits or 'visits.view' = any (m.grants)))`,
        ),
      );

  const found = (user: SessionUser, filter: VideoFilter) =>
    visible(user).where((where) => where.and(conditions(filter)));

  /** The summaries, computed for the rows of one page only. */
  const summaries = (page: ReturnType<typeof rowsOf>) =>
    db
      .selectFrom(page.as("t"))
      .leftJoin("users as u", "u.id", "t.id_user")
      .innerJoinLateral(counts, (join) => join.onTrue())
      .selectAll(["t", "counts"])
      .select(personName("u").as("author"))
      .$castTo<VideoSummary>();

  const rowsOf = (query: ReturnType<typeof visible>) =>
    query
      .selectAll("t")
      .select(filmColumns)
      .select(["m.role", "m.grants", "p.active", "p.validated", "p.name as project"])
      .select([sql<boolean>`s.id_user is not null`.as("starred"), sql<number>`count(*) over ()`.as("total")]);

  return {
    async list(user: SessionUser, filter: VideoFilter): Promise<Page<VideoSummary>> {
      const ordered = sql.raw(order[filter.sort]);
      const page = rowsOf(found(user, filter))
        .orderBy(ordered)
        .limit(filter.per_page)
        .offset(offsetOf(filter));
      const rows = await summaries(page).orderBy(ordered).execute();
      if (rows.length > 0 || filter.page === 1) return { rows, total: rows[0]?.total ?? 0 };
      // A page behind the last one has no row with the total.
      const { total } = await found(user, filter)
        .select(sql<number>`count(*)`.as("total"))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    one: (user: SessionUser, id: number): Promise<VideoSummary> =>
      summaries(rowsOf(visible(user).where("t.id", "=", id))).executeTakeFirstOrThrow(),

    ...videoWrites(),

    /** Whether guests may open every visit that the video shows. */
    async visitsAreOpen(id: number): Promise<boolean> {
      const row = await db
        .selectFrom("videos as t")
        .select(visitsAreOpen().as("is_open"))
        .where("t.id", "=", id)
        .executeTakeFirst();
      return row?.is_open === true;
    },

    /** The videos that show a file. */
    ofFilm: (trx: Trx, sha256: string) =>
      trx.selectFrom("videos").select(["id", "id_project"]).where("film_sha256", "=", sha256).execute(),

    ...starsOf(db, "videos", async (user: SessionUser, ids) => {
      const rows = await visible(user).select("t.id").where("t.id", "in", ids).execute();
      return rows.map(({ id }) => id);
    }),
  };
}

const counts = sql<Pick<VideoSummary, "views" | "comment_count" | "open_comments">>`(
  select
    (select coalesce(sum(d.views), 0)::int from video_view_days d where d.id_video = t.id) as views,
    count(*)::int as comment_count,
    (count(*) filter (where c.id_parent is null and c.resolved_at is null))::int as open_comments
  from video_comments c where c.id_video = t.id)`.as<"counts">(sql`counts`);

const order: Record<(typeof videoSorts)[number], string> = {
  date: "t.video_date desc, t.id desc",
  created: "t.created_at desc, t.id desc",
  title: 't.title collate "und-x-icu", t.id',
};

/** Same as `statusOf`, on `videos t` and `films`. */
const status = sql`case when t.is_hidden then 'hidden' else films.state end`;

function conditions(filter: VideoFilter): Expression<SqlBool>[] {
  const list: Expression<SqlBool>[] = [];
  if (filter.id_project !== undefined) list.push(sql<boolean>`t.id_project = ${filter.id_project}`);
  if (filter.starred === true) list.push(sql<boolean>`s.id_user is not null`);
  if (filter.is_public !== undefined) list.push(sql<boolean>`t.is_public = ${filter.is_public}`);
  if (filter.status !== undefined) list.push(sql<boolean>`${status} = ${filter.status}`);
  if (filter.search !== undefined && filter.search !== "") {
    const pattern = likePattern(filter.search);
    list.push(
      sql<boolean>`(t.title ilike ${pattern} or t.description ilike ${pattern} or t.code = ${filter.search})`,
    );
  }
  return list;
}

export type VideosRepository = ReturnType<typeof createVideosRepository>;
