import { type Comment, commentsApi } from "#contract/comments.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import type { Database } from "#server/platform/database.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import { handlers } from "#server/platform/http/module.ts";
import type { Page, PageRequest } from "#server/platform/paging.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpenVideo, VideoDoor } from "../videos/open-video.ts";
import { changeHandlers } from "./change.handlers.ts";
import { commentPolicy } from "./comments.policy.ts";
import { type CommentRow, createCommentsRepository } from "./comments.repository.ts";
import { samples } from "./samples.ts";
import { type CommentReader, wireComment } from "./wire.ts";

export interface CommentsOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly videoDoor: VideoDoor;
  /** The address behind a key of the object store. */
  readonly address: (objectKey: string) => string;
}

export function commentsModule(options: CommentsOptions) {
  const { db, videoDoor: door, address } = options;
  const comments = createCommentsRepository(db);

  const pageOf = (
    { rows, total }: Page<CommentRow>,
    { page, per_page }: PageRequest,
    reader: CommentReader,
  ) => ({
    items: rows.map((row) => wireComment(row, reader, address)),
    total,
    page,
    per_page,
  });
  const show = async (video: OpenVideo, id: number, user: SessionUser | null): Promise<Comment> => {
    const row = await comments.one(user, video.id, id);
    if (row === undefined) throw new AppError("NOT_FOUND");
    return wireComment(row, { user, isMember: video.isMember }, address);
  };
  return {
    policies: { video_comment: commentPolicy(db) },
    samples,
    handlers: handlers(commentsApi, {
      "GET /api/three60videos/{id}/comments": async ({ params, query, user, request: { headers } }) => {
        const video = await door.enter(params.id, { user, headers });
        const { sort, ...filter } = query;
        return pageOf(await comments.ofVideo(user, video.id, filter, sort), query, {
          user,
          isMember: video.isMember,
        });
      },
      "POST /api/three60videos/{id}/comments/search": async ({
        params,
        body,
        user,
        request: { headers },
      }) => {
        const video = await door.enter(params.id, { user, headers });
        return pageOf(await comments.ofVideo(user, video.id, body, "time"), body, {
          user,
          isMember: video.isMember,
        });
      },
      ...changeHandlers({ ...options, comments, show }),
      "GET /api/three60videos/{id}/comments/timeline": async ({
        params,
        query,
        user,
        request: { headers },
      }) => {
        const { id } = await door.enter(params.id, { user, headers });
        return { interval: query.interval, buckets: await comments.timeline(id, query.interval) };
      },
      "GET /api/three60videos/{id}/comments/statistics": async ({ params, user, request: { headers } }) => {
        const { id } = await door.enter(params.id, { user, headers });
        return comments.statistics(id);
      },
      "GET /api/three60videos/{id}/comments/{commentId}": async ({ params, user, request: { headers } }) =>
        show(await door.enter(params.id, { user, headers }), params.commentId, user),
      "GET /api/users/comments": async ({ query, user }) =>
        pageOf(await comments.ofPerson(user, query), query, { user, isMember: true }),
    }),
  };
}
