import type { Comment } from "#contract/comments.ts";
import type { PersonRow } from "#server/domains/sites/projects/people.ts";
import type { SessionUser } from "#server/platform/session.ts";
import { commentFlags } from "./comments.policy.ts";
import type { CommentRow } from "./comments.repository.ts";

export interface CommentReader {
  readonly user: SessionUser | null;
  /** Guests read the text, but neither the author nor the ids of records. */
  readonly isMember: boolean;
}

export function wireComment(
  row: CommentRow,
  { user, isMember }: CommentReader,
  address: (objectKey: string) => string,
): Comment {
  const person = (somebody: PersonRow | null) =>
    isMember && somebody !== null
      ? { ...somebody, avatar: somebody.avatar === null ? null : address(somebody.avatar) }
      : null;
  return {
    id: row.id,
    id_comment: row.id,
    id_video: isMember ? row.id_video : 0,
    video: row.video,
    video_code: row.video_code,
    id_project: isMember ? row.id_project : 0,
    project: row.project,
    id_parent: row.id_parent,
    author: person(row.author),
    text: row.text,
    seconds: row.seconds,
    yaw: row.yaw,
    pitch: row.pitch,
    is_resolved: row.resolved !== null,
    resolved_at: row.resolved?.toISOString() ?? null,
    resolver: person(row.resolver),
    replies: row.replies,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: commentFlags(row, isMember ? user : null),
  };
}
