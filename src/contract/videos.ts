import { z } from "zod";
import { videoSorts, videoStatuses } from "./choices.ts";
import { Can, Code, Empty, Flag, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** One size variant of a video, as made by the encoder. */
export const Rendition = z.object({
  width: z.number(),
  height: z.number(),
  /** Bits per second. */
  bitrate: z.number(),
});

/**
 * Playback addresses, valid until `expires_at` for anyone who has them. `hls` is a master playlist that grows while
 * size variants are being made; `mp4` plays at once, in the quality of the camera.
 */
export const FilmPlayback = z.object({
  hls: z.string().nullable(),
  mp4: z.string().nullable(),
  /** Its initial view, equirectangular, at most as wide as the video. */
  poster: z.string().nullable(),
  renditions: z.array(Rendition),
  expires_at: z.string(),
});
export type FilmPlayback = z.output<typeof FilmPlayback>;

export const Video = z.object({
  id: z.number(),
  id_video: z.number(),
  video_code: z.string(),
  code: z.string(),
  title: z.string(),
  description: z.string(),
  /** Recording date; never changes. */
  video_date: z.string(),
  id_user: z.number(),
  author: z.string(),
  id_project: z.number(),
  project: z.string(),
  starred: z.boolean(),
  is_public: z.boolean(),
  is_protected: z.boolean(),
  auto_play: z.boolean(),
  muted: z.boolean(),
  loop: z.boolean(),
  /** Yaw of north in the picture, degrees. */
  north: z.number(),
  status: z.enum(videoStatuses),
  /** Error code; also set together with `ready`, when only the original can be played. */
  problem: z.string().nullable(),
  /** 0..1 of the size variants being made; 1 when none is left to make. */
  progress: z.number(),
  /** Download address of the original; null for callers who may not download it. */
  file: z.string().nullable(),
  /** At most 320x180. */
  thumbnail: z.string().nullable(),
  thumbnail_path: z.string().nullable(),
  /** Seconds, pixels, bytes. */
  duration: z.number(),
  width: z.number(),
  height: z.number(),
  file_size: z.number(),
  mime_type: z.string(),
  metadata: z.record(z.string(), z.string()),
  views: z.number(),
  comment_count: z.number(),
  /** Unresolved comments. */
  open_comments: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Video = z.output<typeof Video>;

/** A video as visible to anyone with its address: no users, and no playback while it is locked. */
export const PlayerVideo = z.object({
  code: z.string(),
  /** Record ids for callers who may edit; null for guests. */
  id_video: z.number().nullable(),
  id_project: z.number().nullable(),
  title: z.string(),
  description: z.string(),
  /** Empty for guests of a project that is not public. */
  project: z.string(),
  video_date: z.string(),
  duration: z.number(),
  width: z.number(),
  height: z.number(),
  north: z.number(),
  auto_play: z.boolean(),
  muted: z.boolean(),
  loop: z.boolean(),
  status: z.enum(videoStatuses),
  is_protected: z.boolean(),
  /** Its password is required first. */
  is_locked: z.boolean(),
  playback: FilmPlayback.nullable(),
  can: Can,
});
export type PlayerVideo = z.output<typeof PlayerVideo>;

/** An entry of the list of public videos for guests. */
export const PublicVideo = z.object({
  code: z.string(),
  title: z.string(),
  description: z.string(),
  /** Empty for guests of a project that is not public. */
  project: z.string(),
  video_date: z.string(),
  duration: z.number(),
  is_protected: z.boolean(),
  thumbnail: z.string().nullable(),
});
export type PublicVideo = z.output<typeof PublicVideo>;

/** Forms send text. */
const metadata = z.preprocess(
  (value, context) => {
    if (typeof value !== "string") return value;
    try {
      return JSON.parse(value === "" ? "{}" : value) as unknown;
    } catch {
      context.addIssue({ code: "custom", message: "videos.metadata_invalid" });
      return z.NEVER;
    }
  },
  z
    .record(z.string().max(100), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .refine((value) => Object.keys(value).length <= limits.video.metadata.keys)
    .transform((value) =>
      Object.fromEntries(
        Object.entries(value).map(([key, text]) => [
          key,
          String(text ?? "").slice(0, limits.video.metadata.text),
        ]),
      ),
    ),
);

const fields = {
  title: z
    .string({ error: "videos.title_required" })
    .trim()
    .min(1, { error: "videos.title_required" })
    .max(limits.video.title),
  description: z.string().trim().max(limits.video.description),
  is_public: Flag,
  is_protected: Flag,
  /** Empty keeps the stored one. */
  password: z.string().max(limits.video.password.max),
  auto_play: Flag,
  muted: Flag,
  loop: Flag,
};
const north = z.coerce.number().min(-180).max(180);

const film = {
  maxBytes: limits.video.most.megabytes * 1024 * 1024,
  setting: "video_mb",
  tooLarge: "VIDEO_TOO_LARGE",
  accept: ["video/mp4"],
} as const;
const thumbnail = {
  maxBytes: limits.video.thumbnail.bytes,
  tooLarge: "IMAGE_TOO_LARGE",
  accept: ["image/jpeg", "image/png", "image/webp"],
  optional: true,
} as const;

const star = z
  .object({
    id: Id.optional(),
    id_video: Id.optional(),
    video_id: Id.optional(),
    starred: Flag.optional(),
  })
  .transform((body) => ({ id_video: body.id_video ?? body.video_id ?? body.id, starred: body.starred }));
const Starred = z.object({ id_video: z.number(), starred: z.boolean() });

export const videosApi = defineApi(
  {
    "GET /api/three60videos": endpoint({
      access: "user",
      summary: "List the videos of the caller's projects, newest first.",
      query: z.object({
        ...PageQuery,
        id_project: Id.optional(),
        project_id: Id.optional(),
        starred: Flag.optional(),
        is_public: Flag.optional(),
        status: z.enum(videoStatuses).optional(),
        sort: z.enum(videoSorts).default("date"),
      }),
      response: page(Video),
    }),
    "GET /api/three60videos/public": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "List public videos, newest first.",
      query: z.object({ ...PageQuery, project_code: Code.optional() }),
      response: page(PublicVideo),
    }),
    "GET /api/three60videos/{id}": endpoint({
      access: { can: "video.view", by: "id" },
      summary: "Get a video.",
      params: z.object({ id: z.union([Id, Code]) }),
      response: Video,
    }),
    "GET /api/three60videos/{id}/stream": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "Get the video file; byte ranges are supported. A protected video needs the header X-Video-Password or an unlocked browser.",
      params: z.object({ id: z.union([Id, Code]) }),
      response: Empty,
      download: "video/mp4",
    }),
    "GET /api/video-player": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get what the player of a video needs, by its code.",
      query: z.object({ code: Code }),
      response: PlayerVideo,
    }),
    "POST /api/three60videos/{id}/verify-password": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Unlock a protected video for this browser, for two hours.",
      params: z.object({ id: z.union([Id, Code]) }),
      body: z.object({ password: z.string().min(1).max(255) }),
      response: PlayerVideo,
      perMinute: 20,
    }),
    "POST /api/three60videos/upload": endpoint({
      access: { can: "project.add_video", by: "id_project" },
      summary: "Upload a video file first; `POST /api/three60videos` accepts its reference.",
      body: z.object({ id_project: Id }),
      upload: { video: film },
      response: z.object({ upload: z.string(), file_size: z.number() }),
      status: 201,
    }),
    "POST /api/three60videos": endpoint({
      access: { can: "project.add_video", by: "id_project" },
      summary:
        "Create a video. Its file comes with the request, as an upload in parts, or from `/three60videos/upload`.",
      body: z.object({
        id_project: z.coerce
          .number({ error: "videos.project_required" })
          .int()
          .positive({ error: "videos.project_required" }),
        title: fields.title,
        description: fields.description.default(""),
        video_date: z
          .string({ error: "videos.date_required" })
          .min(1, { error: "videos.date_required", abort: true })
          .refine((value) => Instant.safeParse(value).success, { error: "videos.date_invalid" }),
        is_public: Flag.default(false),
        is_protected: Flag.default(false),
        password: fields.password.default(""),
        auto_play: Flag.default(false),
        muted: Flag.default(false),
        loop: Flag.default(false),
        north: north.default(0),
        metadata: metadata.default({}),
        /** Replaces the file. */
        upload: z.uuid().optional(),
      }),
      upload: { file: { ...film, optional: true }, thumbnail },
      response: Video,
      status: 201,
      message: "Video added successfully",
    }),
    "PUT /api/three60videos/{id}": endpoint({
      access: { can: "video.edit", by: "id" },
      summary: "Update a video. Only the fields sent are changed; the date cannot be.",
      params: IdParams,
      body: z.object({ ...fields, north }).partial(),
      upload: { thumbnail },
      response: Video,
    }),
    "PUT /api/three60videos/{id}/status": endpoint({
      access: { can: "video.edit", by: "id" },
      summary: "Hide a video (`hidden`), show it again (`ready`), or retry its processing (`processing`).",
      params: IdParams,
      body: z.object({ status: z.enum(["hidden", "ready", "processing"]) }),
      response: Video,
    }),
    "PUT /api/three60videos/star": endpoint({
      access: "user",
      summary: "Star or unstar a video for the caller; toggles when `starred` is not sent.",
      body: star.refine((body) => body.id_video !== undefined, {
        error: "videos.id_required",
        path: ["id_video"],
      }),
      response: Starred,
    }),
    "PUT /api/three60videos/{id}/star": endpoint({
      access: { can: "video.view", by: "id" },
      summary: "Star or unstar the video in the path for the caller.",
      params: IdParams,
      body: z.object({ starred: Flag.optional() }),
      response: Starred,
    }),
    "PUT /api/three60videos/bulk-star": endpoint({
      access: "user",
      summary:
        "Star videos for the caller, or unstar them with `starred: 0`. Videos the caller cannot see are skipped.",
      body: z
        .object({
          video_ids: z.array(Id).max(limits.bulk).optional(),
          ids: z.array(Id).max(limits.bulk).optional(),
          starred: Flag.default(true),
        })
        .transform(({ video_ids, ids, starred }) => ({ video_ids: [...new Set(video_ids ?? ids)], starred }))
        .refine(({ video_ids }) => video_ids.length > 0, {
          error: "videos.id_required",
          path: ["video_ids"],
        }),
      response: z.object({ video_ids: z.array(z.number()), starred: z.boolean() }),
    }),
    "DELETE /api/three60videos/{id}": endpoint({
      access: { can: "video.delete", by: "id" },
      summary: "Delete a video with its comments. Its file is removed once nothing else uses it.",
      params: IdParams,
      response: Empty,
    }),
  },
  "videos",
);
