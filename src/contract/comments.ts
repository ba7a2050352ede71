import { z } from "zod";
import { Can, Code, Empty, Flag, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { ProjectPerson } from "./projects.ts";

/** What somebody says of a moment of a video, and of a direction in its picture. */
export const Comment = z.object({
  id: z.number(),
  id_comment: z.number(),
  id_video: z.number(),
  video: z.string(),
  video_code: z.string(),
  id_project: z.number(),
  project: z.string(),
  /** The comment that this one answers; null for one that begins. */
  id_parent: z.number().nullable(),
  /** Null when the account is gone, and for guests. */
  author: ProjectPerson.nullable(),
  text: z.string(),
  /** Seconds from the beginning. */
  seconds: z.number(),
  /** Degrees; null when it means the whole picture. */
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
        "Comments of a video in the order of its time. Guests read those of a public one that is not locked.",
      params: VideoParams,
      query: z.object({ ...filters, sort: z.enum(["time", "newest"]).default("time") }),
      response: page(Comment),
    }),
    "POST /api/three60videos/{id}/comments": endpoint({
      access: { can: "video.comment", by: "id" },
      summary: "Say something of a moment of a video, and of a direction in its picture.",
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
      summary: "How many comments stand in each step of a video's time; `interval` in seconds.",
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
        /** Steps without comments are left out. `from` in seconds. */
        buckets: z.array(
          z.object({ from: z.number(), to: z.number(), total: z.number(), resolved: z.number() }),
        ),
      }),
    }),
    "GET /api/three60videos/{id}/comments/statistics": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Comments of a video, counted.",
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
      summary: "Comments of a video that hold a text.",
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
      summary: "One comment.",
      params: z.object({ id: z.union([Id, Code]), commentId: Id }),
      response: Comment,
    }),
    "PUT /api/three60videos/{id}/comments/{commentId}": endpoint({
      access: { can: "video_comment.edit", by: "commentId" },
      summary: "Change what one wrote.",
      params: Params,
      body: z.object({ text, ...place }).partial(),
      response: Comment,
    }),
    "DELETE /api/three60videos/{id}/comments/{commentId}": endpoint({
      access: { can: "video_comment.delete", by: "commentId" },
      summary: "Delete a comment with its answers.",
      params: Params,
      response: Empty,
    }),
    "PUT /api/three60videos/{id}/comments/{commentId}/toggle-resolved": endpoint({
      access: { can: "video_comment.resolve", by: "commentId" },
      summary: "Resolve a comment, or open it again.",
      params: Params,
      body: z.object({ resolved: Flag.optional() }),
      response: Comment,
    }),
    "GET /api/users/comments": endpoint({
      access: "user",
      summary: "What the caller wrote and what was answered to it, newest first.",
      query: z.object({ ...PageQuery, resolved: Flag.optional(), id_project: Id.optional() }),
      response: page(Comment),
    }),
  },
  "videos",
);
