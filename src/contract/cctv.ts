import { z } from "zod";
import { cameraKinds, cameraSorts, cameraStates, periods, timelapseStates } from "./choices.ts";
import { Can, Code, Empty, Flag, Id, IdParams, Instant, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** One still of a camera. */
export const Still = z.object({
  id: z.number(),
  id_still: z.number(),
  taken_at: z.string(),
  url: z.string(),
  /** At most 480x270. */
  thumbnail: z.string(),
});
export type Still = z.output<typeof Still>;

export const CameraMetadata = z.object({
  brand: z.string(),
  model: z.string(),
  resolution: z.string(),
  notes: z.string(),
});
export type CameraMetadata = z.output<typeof CameraMetadata>;

/** When a camera's stills are stored: hours and days in the site's local time. */
export const StillSchedule = z.object({
  minutes: z.number(),
  /** `HH:MM`; equal values mean day and night. */
  from: z.string(),
  to: z.string(),
  /** 0 is Sunday. */
  days: z.array(z.number()),
  /** Name of the site's time zone by the IANA list, `Asia/Riyadh`. */
  time_zone: z.string(),
});
export type StillSchedule = z.output<typeof StillSchedule>;

export const Camera = z.object({
  id: z.number(),
  id_camera: z.number(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  location: z.string(),
  id_project: z.number(),
  project_id: z.number(),
  project: z.string(),
  kind: z.enum(cameraKinds),
  /** Null for callers who may not edit it; never with a user name or password in it. */
  hls_url: z.string().nullable(),
  username: z.string().nullable(),
  has_password: z.boolean(),
  is_public: z.boolean(),
  is_protected: z.boolean(),
  starred: z.boolean(),
  thumbnail: z.string().nullable(),
  /** The selected picture, otherwise the newest still. */
  thumbnail_url_full: z.string().nullable(),
  metadata: CameraMetadata,
  state: z.enum(cameraStates),
  /** Error code while it is not up. */
  problem: z.string().nullable(),
  checked_at: z.string().nullable(),
  last_seen_at: z.string().nullable(),
  /** Share (0..1) of successful checks in the last thirty days; null before the first. */
  uptime: z.number().nullable(),
  /** Consecutive checks without a picture. */
  missed: z.number(),
  /** Missed checks after which its project is notified. */
  alert_after: z.number(),
  schedule: StillSchedule.nullable(),
  still: Still.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Camera = z.output<typeof Camera>;

/** Addresses of this server, valid until `expires_at`: the camera's own never leaves it. */
export const CameraPlayback = z.object({
  hls: z.string(),
  /** A picture of a moment ago, for tiles; the same address always returns the newest. */
  still: z.string(),
  expires_at: z.string(),
});
export type CameraPlayback = z.output<typeof CameraPlayback>;

export const PlayerCamera = z.object({
  code: z.string(),
  id_camera: z.number().nullable(),
  name: z.string(),
  location: z.string(),
  description: z.string(),
  /** Empty for guests of a project that is not public. */
  project: z.string(),
  thumbnail: z.string().nullable(),
  state: z.enum(cameraStates),
  last_seen_at: z.string().nullable(),
  is_protected: z.boolean(),
  is_locked: z.boolean(),
  playback: CameraPlayback.nullable(),
  can: Can,
});
export type PlayerCamera = z.output<typeof PlayerCamera>;

export const Timelapse = z.object({
  id: z.number(),
  id_timelapse: z.number(),
  from: z.string(),
  to: z.string(),
  fps: z.number(),
  has_stamp: z.boolean(),
  state: z.enum(timelapseStates),
  /** 0..1. */
  progress: z.number(),
  problem: z.string().nullable(),
  frames: z.number(),
  seconds: z.number(),
  bytes: z.number(),
  url: z.string().nullable(),
  poster: z.string().nullable(),
  created_at: z.string(),
});
export type Timelapse = z.output<typeof Timelapse>;

const { camera } = limits;
const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const schedule = z.object({
  minutes: z.number().int().min(camera.stillMinutes.min).max(camera.stillMinutes.max),
  from: clock,
  to: clock,
  days: z.array(z.number().int().min(0).max(6)).min(1).max(7),
  time_zone: z.string().max(64),
});
/** `rtsp://` is the protocol of most cameras on sites; the specification only covers HLS. */
const address = z
  .string({ error: "cctv.url_required" })
  .trim()
  .min(1, { error: "cctv.url_required", abort: true })
  .max(camera.address)
  .refine((value) => URL.canParse(value), { error: "cctv.url_invalid" })
  .refine((value) => !URL.canParse(value) || /^(?:https?|rtsps?):\/\//i.test(value), {
    error: "cctv.url_scheme",
  });
const fields = {
  name: z
    .string({ error: "cctv.name_required" })
    .trim()
    .min(1, { error: "cctv.name_required" })
    .max(camera.name),
  description: z.string().trim().max(camera.notes),
  location: z.string().trim().max(camera.location),
  hls_url: address,
  username: z.string().trim().max(camera.text),
  /** Password of the camera. Empty keeps the stored one. */
  password: z.string().max(camera.text),
  is_public: Flag,
  is_protected: Flag,
  /** Password of the public page. Empty keeps the stored one. */
  protection_password: z.string().max(camera.password.max),
  brand: z.string().trim().max(camera.text),
  model: z.string().trim().max(camera.text),
  resolution: z.string().trim().max(camera.text),
  notes: z.string().trim().max(camera.notes),
  alert_after: z.number().int().min(camera.alertAfter.min).max(camera.alertAfter.max),
  schedule: schedule.nullable(),
};
const metadata = CameraMetadata.partial().optional();

const project = z.coerce
  .number({ error: "cctv.project_required" })
  .int()
  .positive({ error: "cctv.project_required" });

export const cctvApi = defineApi(
  {
    "GET /api/cctv-cameras": endpoint({
      access: "user",
      summary: "List the cameras of the caller's projects.",
      query: z.object({
        ...PageQuery,
        id_project: Id.optional(),
        project_id: Id.optional(),
        starred: Flag.optional(),
        state: z.enum(cameraStates).optional(),
        sort: z.enum(cameraSorts).default("name"),
      }),
      response: page(Camera),
    }),
    "GET /api/cctv-cameras/{id}": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "Get a camera.",
      params: z.object({ id: z.union([Id, Code]) }),
      response: Camera,
    }),
    "POST /api/cctv-cameras": endpoint({
      access: { can: "project.add_camera", by: "id_project" },
      summary:
        "Add a camera. `project_id` is accepted for `id_project`; details may be sent in `metadata` or beside it.",
      body: z
        .object({
          id_project: project.optional(),
          project_id: project.optional(),
          name: fields.name,
          description: fields.description.default(""),
          location: fields.location.default(""),
          hls_url: fields.hls_url,
          username: fields.username.default(""),
          password: fields.password.default(""),
          is_public: Flag.default(false),
          is_protected: Flag.default(false),
          protection_password: fields.protection_password.default(""),
          brand: fields.brand.optional(),
          model: fields.model.optional(),
          resolution: fields.resolution.optional(),
          notes: fields.notes.optional(),
          metadata,
          alert_after: fields.alert_after.default(camera.alertAfter.standard),
          schedule: fields.schedule.default(null),
        })
        .refine((body) => (body.id_project ?? body.project_id) !== undefined, {
          error: "cctv.project_required",
          path: ["id_project"],
        })
        .transform(({ project_id, ...body }) => ({
          ...body,
          id_project: body.id_project ?? project_id ?? 0,
          metadata: {
            brand: body.brand ?? body.metadata?.brand ?? "",
            model: body.model ?? body.metadata?.model ?? "",
            resolution: body.resolution ?? body.metadata?.resolution ?? "",
            notes: body.notes ?? body.metadata?.notes ?? "",
          },
        })),
      response: Camera,
      status: 201,
      message: "Camera added successfully",
    }),
    "POST /api/cctv-cameras/try": endpoint({
      access: { can: "project.add_camera", by: "id_project" },
      summary:
        "Test a camera address before saving it. With `id_camera`, its stored password is used if none is sent.",
      body: z.object({
        id_project: project,
        id_camera: Id.optional(),
        hls_url: fields.hls_url,
        username: fields.username.default(""),
        password: fields.password.default(""),
      }),
      response: z.object({
        is_ok: z.boolean(),
        problem: z.string().nullable(),
        width: z.number().nullable(),
        height: z.number().nullable(),
        codec: z.string().nullable(),
        milliseconds: z.number(),
      }),
      perMinute: 20,
    }),
    "PUT /api/cctv-cameras/{id}": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Update a camera. Only the fields sent are changed; the project cannot be.",
      params: IdParams,
      body: z.object({ ...fields, metadata }).partial(),
      response: Camera,
    }),
    "DELETE /api/cctv-cameras/{id}": endpoint({
      access: { can: "camera.delete", by: "id" },
      summary: "Delete a camera with its photos and time-lapses.",
      params: IdParams,
      response: Empty,
    }),
    "POST /api/cctv-cameras/{id}/thumbnail": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Set the thumbnail of a camera.",
      params: IdParams,
      upload: {
        thumbnail: {
          maxBytes: camera.thumbnail.bytes,
          tooLarge: "THUMBNAIL_TOO_LARGE",
          accept: ["image/jpeg", "image/png"],
        },
      },
      response: Camera,
    }),
    "DELETE /api/cctv-cameras/{id}/thumbnail": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Remove the thumbnail of a camera; its latest still is shown instead.",
      params: IdParams,
      response: Camera,
    }),
    "PUT /api/cctv-cameras/star": endpoint({
      access: "user",
      summary: "Star or unstar a camera for the caller; toggles when `starred` is not sent.",
      body: z
        .object({
          id: Id.optional(),
          id_camera: Id.optional(),
          camera_id: Id.optional(),
          starred: Flag.optional(),
        })
        .transform((body) => ({
          id_camera: body.camera_id ?? body.id_camera ?? body.id,
          starred: body.starred,
        }))
        .refine((body) => body.id_camera !== undefined, { error: "cctv.id_required", path: ["camera_id"] }),
      response: z.object({ id_camera: z.number(), starred: z.boolean() }),
    }),
    "PUT /api/cctv-cameras/bulk-star": endpoint({
      access: "user",
      summary:
        "Star cameras for the caller, or unstar them with `starred: 0`. Cameras the caller cannot see are skipped.",
      body: z
        .object({
          camera_ids: z.array(Id).max(limits.bulk).optional(),
          ids: z.array(Id).max(limits.bulk).optional(),
          starred: Flag.default(true),
        })
        .transform(({ camera_ids, ids, starred }) => ({
          camera_ids: [...new Set(camera_ids ?? ids)],
          starred,
        }))
        .refine(({ camera_ids }) => camera_ids.length > 0, {
          error: "cctv.id_required",
          path: ["camera_ids"],
        }),
      response: z.object({ camera_ids: z.array(z.number()), starred: z.boolean() }),
    }),
    "POST /api/cctv-cameras/{id}/check": endpoint({
      access: { can: "camera.check", by: "id" },
      summary: "Check now whether a camera sends video.",
      params: IdParams,
      response: Camera,
      perMinute: 20,
    }),
    "GET /api/cctv-cameras/{id}/health": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "List the checks of a period by hour, day or month.",
      params: IdParams,
      query: z.object({ period: z.enum(periods).default("week") }),
      response: z.object({
        period: z.enum(periods),
        uptime: z.number().nullable(),
        steps: z.array(z.object({ at: Instant, checks: z.number(), up: z.number() })),
      }),
    }),
    "GET /api/cctv-cameras/{id}/playback": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "Get playback addresses of a camera, for members of its project.",
      params: IdParams,
      response: CameraPlayback,
    }),
    "GET /api/cctv-cameras/{id}/stills": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "List the stills of a camera, newest first.",
      params: IdParams,
      query: z.object({ ...PageQuery, from: Instant.optional(), to: Instant.optional() }),
      response: page(Still),
    }),
    "GET /api/cctv-cameras/{id}/stills/days": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "List the days with stills and the number of stills on each.",
      params: IdParams,
      response: z.object({ items: z.array(z.object({ day: z.string(), stills: z.number() })) }),
    }),
    "POST /api/cctv-cameras/{id}/stills": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Take a still now.",
      params: IdParams,
      response: Still,
      status: 201,
      perMinute: 20,
    }),
    "DELETE /api/cctv-cameras/{id}/stills/{stillId}": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Delete a still.",
      params: z.object({ id: Id, stillId: Id }),
      response: Empty,
    }),
    "GET /api/cctv-cameras/{id}/timelapses": endpoint({
      access: { can: "camera.view", by: "id" },
      summary: "List the time-lapses of a camera, newest first.",
      params: IdParams,
      response: z.object({ items: z.array(Timelapse) }),
    }),
    "POST /api/cctv-cameras/{id}/timelapses": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Create a time-lapse of the stills of a period, optionally with the date in the video.",
      params: IdParams,
      body: z.object({
        from: Instant,
        to: Instant,
        fps: z
          .number()
          .int()
          .min(camera.timelapse.fps.min)
          .max(camera.timelapse.fps.max)
          .default(camera.timelapse.fps.standard),
        has_stamp: Flag.default(true),
      }),
      response: Timelapse,
      status: 202,
    }),
    "DELETE /api/cctv-cameras/{id}/timelapses/{timelapseId}": endpoint({
      access: { can: "camera.edit", by: "id" },
      summary: "Delete a time-lapse; its stills are kept.",
      params: z.object({ id: Id, timelapseId: Id }),
      response: Empty,
    }),
    "GET /api/cctv-player": endpoint({
      access: "public",
      closesWith: "viewer",
      summary: "Get what the player of a camera needs, by its code.",
      query: z.object({ code: Code }),
      response: PlayerCamera,
    }),
    "POST /api/cctv-player/verify-password": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Unlock a protected camera for this browser.",
      body: z.object({ code: Code, password: z.string().min(1).max(255) }),
      response: PlayerCamera,
      perMinute: 20,
    }),
  },
  "cameras",
);
