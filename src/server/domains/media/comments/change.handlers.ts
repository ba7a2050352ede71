import type { Comment, commentsApi } from "#contract/comments.ts";
import { limits } from "#contract/limits.ts";
import type { Notices } from "#server/domains/installation/notifications/notices.ts";
import { recordActivity } from "#server/platform/activity.ts";
import type { Database, Trx } from "#server/platform/database.ts";
import { definedOnly } from "#server/platform/defined-only.ts";
import { AppError } from "#server/platform/errors.ts";
import type { Bus } from "#server/platform/events/bus.ts";
import type { Handlers } from "#server/platform/http/module.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { OpenVideo, VideoDoor, VideoVisitor } from "../videos/open-video.ts";
import { createCommentNews } from "./comment-news.ts";
import { commentsChanged } from "./comments.events.ts";
import type { CommentRecord } from "./comments.policy.ts";
import type { CommentsRepository } from "./comments.repository.ts";

/** Seconds beyond the end at which a comment is still accepted: players round. */
const TOLERANCE = 1;

export interface ChangeOptions {
  readonly db: Database;
  readonly bus: Pick<Bus, "emit">;
  readonly notices: Notices;
  readonly videoDoor: VideoDoor;
  readonly comments: CommentsRepository;
  /** The comment as this user sees it now. */
  readonly show: (video: OpenVideo, id: number, user: SessionUser | null) => Promise<Comment>;
}

type Route = Extract<
  keyof typeof commentsApi,
  | `${"POST" | "PUT" | "DELETE"} /api/three60videos/{id}/comments`
  | `${"PUT" | "DELETE"} /api/three60videos/{id}/comments/{commentId}${string}`
>;

/** Calls to write, change, resolve and delete comments. */
export function changeHandlers(options: ChangeOptions): Handlers<Route> {
  const { db, bus, notices, videoDoor: door, comments, show } = options;
  const tell = createCommentNews(notices);
  const changed = (trx: Trx, { id_project }: { readonly id_project: number }, id_video: number) =>
    bus.emit(trx, commentsChanged, { id_project, id_video });

  const note = (
    trx: Trx,
    verb: "commented" | "comment_changed" | "comment_resolved" | "comment_reopened" | "comment_deleted",
    { id, title, id_project }: Pick<OpenVideo, "id" | "title" | "id_project">,
    { user, request }: { readonly user: SessionUser; readonly request: { readonly ip: string } },
  ): Promise<void> =>
    recordActivity(trx, {
      id_user: user.id,
      action: `video.${verb}`,
      subject: { kind: "video", id, name: title },
      id_project,
      address: request.ip,
    });

  /** The video of a change, which must be that of the comment. */
  const videoOf = async (id: number, subject: CommentRecord, visitor: VideoVisitor): Promise<OpenVideo> => {
    if (subject.id_video !== id) throw new AppError("NOT_FOUND");
    return door.enter(id, visitor);
  };

  return {
    "POST /api/three60videos/{id}/comments": async ({ params, body, user, request }) => {
      const video = await door.enter(params.id, { user, headers: request.headers });
      const answers = body.id_parent === null ? null : await comments.beginningOf(video.id, body.id_parent);
      if (answers === undefined) throw refusal("id_parent", "comments.parent_gone");
      const seconds = answers?.seconds ?? inside(video, body.seconds);
      const { text, yaw, pitch } = whole(body);
      const id = await db.transaction().execute(async (trx) => {
        const most = limits.comment.perVideo;
        const made = await comments.insert(
          trx,
          {
            id_video: video.id,
            id_parent: answers?.id ?? null,
            id_user: user.id,
            text,
            seconds,
            yaw,
            pitch,
          },
          most,
        );
        if (made === undefined) throw new AppError("COMMENTS_FULL", { values: { n: most } });
        await changed(trx, video, video.id);
        await note(trx, "commented", video, { user, request });
        await tell(trx, video, { by: user.id, seconds, answered: answers?.id_user ?? null });
        return made;
      });
      return show(video, id, user);
    },
    "PUT /api/three60videos/{id}/comments/{commentId}": async ({ params, body, subject, user, request }) => {
      const video = await videoOf(params.id, subject, { user, headers: request.headers });
      const { text, seconds, yaw, pitch } = whole({ ...subject, ...definedOnly(body) });
      // A reply has the position of the comment that it answers.
      const at = subject.id_parent === null ? inside(video, seconds) : subject.seconds;
      await db.transaction().execute(async (trx) => {
        await comments.update(trx, subject, { text, seconds: at, yaw, pitch });
        await changed(trx, video, video.id);
        await note(trx, "comment_changed", video, { user, request });
      });
      return show(video, subject.id, user);
    },
    "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved": async ({
      params,
      body,
      subject,
      user,
      request,
    }) => {
      const video = await videoOf(params.id, subject, { user, headers: request.headers });
      if (subject.id_parent !== null) throw refusal("commentId", "comments.resolve_answer");
      await db.transaction().execute(async (trx) => {
        await comments.resolve(trx, subject, user.id, body.resolved);
        await changed(trx, video, video.id);
        const isResolved = body.resolved ?? subject.resolved_at === null;
        await note(trx, isResolved ? "comment_resolved" : "comment_reopened", video, { user, request });
      });
      return show(video, subject.id, user);
    },
    "DELETE /api/three60videos/{id}/comments/{commentId}": async ({ params, subject, user, request }) => {
      const video = await videoOf(params.id, subject, { user, headers: request.headers });
      await db.transaction().execute(async (trx) => {
        await comments.remove(trx, subject);
        await changed(trx, video, video.id);
        await note(trx, "comment_deleted", video, { user, request });
      });
      return {};
    },
  };
}

const refusal = (field: string, key: string) => new AppError("VALIDATION", { fields: { [field]: [key] } });

/** The second, validated against the video's length. */
function inside(video: Pick<OpenVideo, "seconds">, seconds: number): number {
  if (seconds > video.seconds + TOLERANCE) throw refusal("seconds", "comments.seconds_late");
  return seconds;
}

/** A direction has both angles, or neither. */
function whole<T extends { readonly yaw: number | null; readonly pitch: number | null }>(place: T): T {
  if ((place.yaw === null) !== (place.pitch === null))
    throw refusal(place.yaw === null ? "yaw" : "pitch", "comments.direction_half");
  return place;
}
