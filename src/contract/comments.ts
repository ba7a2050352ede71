import { z } from "zod";
import { Can, Code, Empty, Flag, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/** A comment on a moment of a video, and optionally on a direction in its picture. */
export const Comment = z.object({
  id: z.number(),
  id_comment: z.number(),
  id_video: z.number(),
  video: z.string(),
  video_code: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** The comment that this one answers; null for the first of a thread. */
  id_parent: z.number().nullable(),
  /** Null when the account was deleted, and for guests. */
  author: ProjectPerson.nullable(),
  text: z.string(),
  /** Seconds from the beginning. */
  seconds: z.number(),
  /** Degrees; null when the comment refers to the whole picture. */
  yaw: z.number().nullable(),
  pitch: z.number().nullable(),
  is_resolved: z.boolean(),
  resolved_at: z.string().nullable(),
  resolver: ProjectPerson.nullable(),
  replies: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Comment = z.output<typeof Comment>;

const text = z
  .string({ error: "comments.text_required" })
  .trim()
  .min(1, { error: "comments.text_required" })
  .max(limits.comment.text);
const place = {
  seconds: z.number().min(0).max(86_400),
  yaw: z.number().min(-180).max(180).nullable(),
  pitch: z.number().min(-90).max(90).nullable(),
};
const VideoParams = z.object({ id: z.union([Id, Code]) });
const Params = z.object({ id: Id, commentId: Id });
const filters = {
  ...PageQuery,
  resolved: Flag.optional(),
  author: Id.optional(),
  /** Seconds of the video, both ends included. */
  from: z.coerce.number().min(0).optional(),
  to: z.coerce.number().min(0).optional(),
};

export const commentsApi = defineApi(
  {
    "GET /api/three60videos/{id}/comments": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "List the comments of a video in video order. Guests can read those of a public, unlocked video.",
      params: VideoParams,
      query: z.object({ ...filters, sort: z.enum(["time", "newest"]).default("time") }),
      response: page(Comment),
    }),
    "POST /api/three60videos/{id}/comments": endpoint({
      access: { can: "video.comment", by: "id" },
      summary: "Add a comment at a time in a video, optionally with a direction.",
      params: VideoParams,
      body: z.object({
        text,
        seconds: place.seconds.default(0),
        yaw: place.yaw.default(null),
        pitch: place.pitch.default(null),
        id_parent: Id.nullable().default(null),
      }),
      response: Comment,
      status: 201,
    }),
    "GET /api/three60videos/{id}/comments/timeline": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Count the comments in each time step of a video; `interval` in seconds.",
      params: VideoParams,
      query: z.object({
        interval: z.coerce
          .number()
          .min(limits.comment.interval.min)
          .max(limits.comment.interval.max)
          .default(limits.comment.interval.standard),
      }),
      response: z.object({
        interval: z.number(),
        /** Intervals without comments are omitted. `from` in seconds. */
        buckets: z.array(
          z.object({ from: z.number(), to: z.number(), total: z.number(), resolved: z.number() }),
        ),
      }),
    }),
    "GET /api/three60videos/{id}/comments/statistics": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get comment counts of a video.",
      reads: "replica",
      params: VideoParams,
      response: z.object({
        total: z.number(),
        resolved: z.number(),
        open: z.number(),
        replies: z.number(),
        people: z.number(),
        last_at: z.string().nullable(),
      }),
    }),
    "POST /api/three60videos/{id}/comments/search": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Search the comments of a video.",
      params: VideoParams,
      body: z
        .object({
          ...filters,
          q: z.string().trim().max(200).optional(),
          query: z.string().trim().max(200).optional(),
        })
        .transform(({ q, query, ...rest }) => ({ ...rest, search: rest.search ?? query ?? q ?? "" })),
      response: page(Comment),
    }),
    "GET /api/three60videos/{id}/comments/{commentId}": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get a comment.",
      params: z.object({ id: z.union([Id, Code]), commentId: Id }),
      response: Comment,
    }),
    "PUT /api/three60videos/{id}/comments/{commentId}": endpoint({
      access: { can: "video_comment.edit", by: "commentId" },
      summary: "Update a comment of the caller.",
      params: Params,
      body: z.object({ text, ...place }).partial(),
      response: Comment,
    }),
    "DELETE /api/three60videos/{id}/comments/{commentId}": endpoint({
      access: { can: "video_comment.delete", by: "commentId" },
      summary: "Delete a comment with its replies.",
      params: Params,
      response: Empty,
    }),
    "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved": endpoint({
      access: { can: "video_comment.resolve", by: "commentId" },
      summary: "Resolve or reopen a comment.",
      params: Params,
      body: z.object({ resolved: Flag.optional() }),
      response: Comment,
    }),
    "GET /api/users/comments": endpoint({
      access: "user",
      summary: "List the caller's comments and the replies to them, newest first.",
      query: z.object({ ...PageQuery, resolved: Flag.optional(), id_project: Id.optional() }),
      response: page(Comment),
    }),
  },
  "videos",
);
