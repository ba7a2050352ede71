import type { Selectable } from "kysely";
import type { Grant } from "#contract/choices.ts";
import type { ProjectRole } from "#contract/projects.ts";
import { isOpen, type ProjectStanding, standingsIn } from "#server/domains/sites/projects/projects.policy.ts";
import type { Database } from "#server/platform/database.ts";
import { flagsBy, type Policy, rightsFor } from "#server/platform/policy.ts";
import type { SessionUser } from "#server/platform/session.ts";
import type { VideoCommentsTable } from "./tables.ts";
import "./tables.ts";

export type CommentRecord = Selectable<VideoCommentsTable> &
  ProjectStanding & { readonly id_project: number };

declare module "#server/platform/policy.ts" {
  interface Subjects {
    video_comment: CommentRecord;
  }
}

/** A role in the project, or `author`: the writer, while they can see the project's videos. */
type CommentTitle = ProjectRole | Grant | "author";

export const commentRights = rightsFor<CommentTitle>()({
  about:
    "Video comments. The role is the one in the video's project; `author` wrote the comment and can " +
    "still view the project's videos.",
  verbs: {
    edit: { allows: "edit the comment", to: ["author"], whileOpen: true },
    delete: {
      allows: "delete it with its replies",
      to: ["author", "videos.edit", "super_admin"],
      whileOpen: true,
    },
    resolve: {
      allows: "resolve and reopen it",
      to: ["author", "videos.edit", "super_admin"],
      whileOpen: true,
    },
  },
});

type CommentStanding = ProjectStanding & { readonly id_user: number | null };

const titlesIn = (comment: CommentStanding, user: SessionUser | null): readonly CommentTitle[] => {
  const standings = standingsIn(comment);
  const isAuthor = user !== null && comment.id_user === user.id && standings.includes("videos.view");
  return isAuthor ? [...standings, "author"] : standings;
};

export const commentFlags = (comment: CommentStanding, user: SessionUser | null) =>
  flagsBy(commentRights, user, titlesIn(comment, user), isOpen(comment));

export function commentPolicy(db: Database): Policy<CommentRecord> {
  return {
    rights: commentRights,
    load: (key, user) =>
      db
        .selectFrom("video_comments as c")
        .innerJoin("videos as v", "v.id", "c.id_video")
        .innerJoin("projects as p", "p.id", "v.id_project")
        .leftJoin("project_members as m", (join) =>
          join.onRef("m.id_project", "=", "p.id").on("m.id_user", "=", user?.id ?? 0),
        )
        .selectAll("c")
        .select(["v.id_project", "m.role", "m.grants", "p.active", "p.validated"])
        .where("p.deleted_at", "is", null)
        .where("v.is_withheld", "=", false)
        .where("c.id", "=", Number(key))
        .executeTakeFirst(),
    flags: commentFlags,
    sees: (comment, { super_admin }) => super_admin || standingsIn(comment).includes("videos.view"),
    refusal: () => "COMMENT_EDIT_DENIED",
  };
}
