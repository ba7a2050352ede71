import { type Selectable, type SqlBool, sql } from "kysely";
import { type PersonRow, personJson } from "#server/domains/sites/projects/people.ts";
import type { ProjectStanding } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { likePattern, offsetOf, type Page, type PageRequest } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VideoCommentsTable } from "./tables.ts";
import "../videos/tables.ts";
import { commentFigures, resolved } from "./comment-figures.repository.ts";
import { commentWrites } from "./comment-writes.repository.ts";

export interface CommentFilter extends PageRequest {
  readonly search?: string | undefined;
  readonly resolved?: boolean | undefined;
  readonly author?: number | undefined;
  /** Seconds of the video, both ends included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A comment with its users and its project; a reply is resolved with the comment that it answers. */
export interface CommentRow extends Selectable<VideoCommentsTable>, ProjectStanding {
  readonly id_project: number;
  readonly project: string;
  readonly video: string;
  readonly video_code: string;
  readonly author: PersonRow | null;
  readonly resolver: PersonRow | null;
  readonly resolved: Date | null;
  readonly replies: number;
}

export interface NewComment {
  readonly id_video: number;
  readonly id_parent: number | null;
  readonly id_user: number;
  readonly text: string;
  readonly seconds: number;
  readonly yaw: number | null;
  readonly pitch: number | null;
}

const orders = {
  time: sql`c.seconds, coalesce(c.id_parent, c.id), c.id`,
  newest: sql`c.created_at desc, c.id desc`,
};

export function createCommentsRepository(db: Database) {
  const comments = (user: SessionUser | null) =>
    db
      .selectFrom("video_comments as c")
      .innerJoin("videos as v", "v.id", "c.id_video")
      .innerJoin("projects as p", "p.id", "v.id_project")
      .leftJoin("video_comments as b", "b.id", "c.id_parent")
      .leftJoin("project_members as m", (join) =>
        join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
      )
      .where("p.deleted_at", "is", null);

  const rows = (query: ReturnType<typeof comments>) =>
    query
      .leftJoin("users as u", "u.id", "c.id_user")
      .leftJoin("users as r", (join) =>
        join.on("r.id", "=", sql<number>`coalesce(b.id_resolver, c.id_resolver)`),
      )
      .selectAll("c")
      .select(["v.id_project", "v.title as video", "v.code as video_code", "p.name as project"])
      .select(["m.role", "m.grants", "p.active", "p.validated", resolved.as("resolved")])
      .select([personJson("u").as("author"), personJson("r").as("resolver")])
      .select(
        sql<number>`(select count(*)::int from video_comments a where a.id_parent = c.id)`.as("replies"),
      );

  const page = async (
    found: ReturnType<typeof comments>,
    filter: PageRequest,
    order: keyof typeof orders,
  ): Promise<Page<CommentRow>> => {
    const [list, { total }] = await Promise.all([
      rows(found).orderBy(orders[order]).limit(filter.per_page).offset(offsetOf(filter)).execute(),
      found.select(sql<number>`count(*)::int`.as("total")).executeTakeFirstOrThrow(),
    ]);
    return { rows: list, total };
  };

  const filtered = (query: ReturnType<typeof comments>, filter: Omit<CommentFilter, keyof PageRequest>) => {
    const { search = "", resolved: isResolved, author, from, to } = filter;
    return query
      .$if(isResolved !== undefined, (some) =>
        some.where(sql<SqlBool>`(${resolved} is not null) = ${isResolved === true}`),
      )
      .$if(author !== undefined, (some) => some.where("c.id_user", "=", author ?? 0))
      .$if(from !== undefined, (some) => some.where("c.seconds", ">=", from ?? 0))
      .$if(to !== undefined, (some) => some.where("c.seconds", "<=", to ?? 0))
      .$if(search !== "", (some) => some.where(sql<SqlBool>`c.text ilike ${likePattern(search)}`));
  };

  return {
    ofVideo: (user: SessionUser | null, videoId: number, filter: CommentFilter, order: keyof typeof orders) =>
      page(filtered(comments(user).where("c.id_video", "=", videoId), filter), filter, order),

    /** The user's comments and the replies to them, of videos that they may still see. */
    ofPerson: (user: SessionUser, filter: CommentFilter & { readonly id_project?: number | undefined }) =>
      page(
        filtered(comments(user), filter)
          .where((or) => or.or([or("c.id_user", "=", user.id), or("b.id_user", "=", user.id)]))
          .$if(filter.id_project !== undefined, (some) =>
            some.where("v.id_project", "=", filter.id_project ?? 0),
          )
          .$if(!user.super_admin, (some) => some.where(sql<SqlBool>`'videos.view' = any (m.grants)`)),
        filter,
        "newest",
      ),

    one: (user: SessionUser | null, videoId: number, id: number): Promise<CommentRow | undefined> =>
      rows(comments(user).where("c.id_video", "=", videoId).where("c.id", "=", id)).executeTakeFirst(),

    /** The thread of a reply to this comment: itself, or the comment it answers. */
    beginningOf: (videoId: number, id: number) =>
      db
        .selectFrom("video_comments as c")
        .innerJoin("video_comments as b", (join) =>
          join.on("b.id", "=", sql<number>`coalesce(c.id_parent, c.id)`),
        )
        .select(["b.id", "b.id_user", "b.seconds"])
        .where("c.id", "=", id)
        .where("c.id_video", "=", videoId)
        .executeTakeFirst(),

    ...commentWrites(),

    ...commentFigures(db),
  };
}

export interface CommentStatistics {
  readonly total: number;
  /** Among first comments of threads, like `open`. */
  readonly resolved: number;
  readonly open: number;
  readonly replies: number;
  readonly people: number;
  readonly last_at: string | null;
}

export type CommentsRepository = ReturnType<typeof createCommentsRepository>;
