import { z } from "zod";
import { channelSorts, channelStates, liveDrivers } from "./choices.ts";
import { Can, Code, Empty, Flag, Id, PageQuery, page } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";

/** Incoming stream, as measured over the last seconds. */
export const Signal = z.object({
  width: z.number(),
  height: z.number(),
  fps: z.number(),
  /** Bits per second. */
  bitrate: z.number(),
  codec: z.string(),
  has_audio: z.boolean(),
  /** Seconds between key frames: the lower bound of any viewer's latency. */
  gop: z.number(),
  /** Keys of advice: `live.advice.long_gop`, `live.advice.codec`, `live.advice.chroma`, `live.advice.flat`. */
  advice: z.array(z.string()),
});
export type Signal = z.output<typeof Signal>;

export const Channel = z.object({
  id: z.number(),
  /** Public name of the channel: random, never sequential. */
  medialive_channel_id: z.string(),
  code: z.string(),
  name: z.string(),
  description: z.string(),
  id_project: z.number(),
  project: z.string(),
  id_user: z.number(),
  author: z.string(),
  driver: z.enum(liveDrivers),
  state: z.enum(channelStates),
  /** Time of the last state change. */
  state_at: z.string(),
  /** Description of the problem for editors. */
  problem: z.string().nullable(),
  is_public: z.boolean(),
  is_protected: z.boolean(),
  /** Whether the incoming stream is recorded. */
  record: z.boolean(),
  /** 2:1 streams are shown as a sphere, others flat. */
  is_360: z.boolean(),
  viewers: z.number(),
  signal: Signal.nullable(),
  /** Ingest addresses; null for callers who may not stream. The key itself is shown once, on creation. */
  ingest: z.object({ url: z.string(), secure_url: z.string().nullable(), key_hint: z.string() }).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  can: Can,
});
export type Channel = z.output<typeof Channel>;

const ChannelWithKey = Channel.extend({ stream_key: z.string() });

/** A channel from the viewers' side. */
export const PlayerChannel = z.object({
  medialive_channel_id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Empty for guests of a project that is not public. */
  project: z.string(),
  state: z.enum(channelStates),
  state_at: z.string(),
  is_360: z.boolean(),
  is_protected: z.boolean(),
  is_locked: z.boolean(),
  viewers: z.number(),
  /**
   * Addresses valid until `expires_at`; request new ones before that. `hls` in parts (low latency), `calm` in whole
   * segments, `instant` is a socket of fragments. Null while it is locked or no stream arrives.
   */
  playback: z
    .object({
      hls: z.string(),
      calm: z.string(),
      instant: z.string().nullable(),
      expires_at: z.string(),
    })
    .nullable(),
  can: Can,
});
export type PlayerChannel = z.output<typeof PlayerChannel>;

/** Recording of one broadcast. */
export const Recording = z.object({
  id: z.number(),
  id_recording: z.number(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  seconds: z.number(),
  bytes: z.number(),
  width: z.number(),
  height: z.number(),
  /** It is still being written. */
  is_open: z.boolean(),
  /** As an MP4 file, valid for some hours; null while it is open. */
  url: z.string().nullable(),
  /** The video created from it. */
  id_video: z.number().nullable(),
});
export type Recording = z.output<typeof Recording>;

const fields = {
  name: z
    .string({ error: "live.name_required" })
    .trim()
    .min(1, { error: "live.name_required" })
    .max(limits.live.name),
  description: z.string().trim().max(limits.live.description),
  is_public: Flag,
  is_protected: Flag,
  /** Empty keeps the stored one. */
  password: z.string().max(limits.live.password.max),
  record: Flag,
  is_360: Flag,
};
/** The row's number or the public name: both identify the channel. */
const Either = z.object({ id: z.union([Id, Code]) });
const filters = {
  ...PageQuery,
  id_project: Id.optional(),
  project_id: Id.optional(),
  state: z.enum(channelStates).optional(),
  sort: z.enum(channelSorts).default("live"),
};

export const liveApi = defineApi(
  {
    "GET /api/live-streaming": endpoint({
      access: "super_admin",
      summary: "List the channels of all users.",
      query: z.object({ ...filters, driver: z.enum(liveDrivers).optional() }),
      response: page(Channel),
    }),
    "GET /api/live-streaming/user": endpoint({
      access: "user",
      summary: "List the channels of the caller's projects, live ones first.",
      query: z.object({ ...filters, mine: Flag.optional() }),
      response: page(Channel),
    }),
    "GET /api/live-streaming/playback-urls": endpoint({
      access: "public",
      closesWith: "viewer",
      summary:
        "Get what the player of a channel needs: its state and, once unlocked for this browser, playback addresses.",
      query: z
        .object({ medialive_channel_id: Code.optional(), id: Code.optional() })
        .transform(({ medialive_channel_id, id }) => ({ code: medialive_channel_id ?? id ?? "" }))
        .refine(({ code }) => code !== "", { error: "live.id_required", path: ["medialive_channel_id"] }),
      response: PlayerChannel,
    }),
    "GET /api/live-streaming/drivers": endpoint({
      access: "user",
      summary: "List the streaming services available on this server.",
      response: z.object({
        items: z.array(z.object({ driver: z.enum(liveDrivers), is_ready: z.boolean() })),
      }),
    }),
    "POST /api/live-streaming": endpoint({
      access: { can: "project.add_channel", by: "id_project" },
      summary: "Create a channel. `stream_key` is returned only here.",
      body: z.object({
        id_project: z.coerce
          .number({ error: "live.project_required" })
          .int()
          .positive({ error: "live.project_required" }),
        name: fields.name,
        description: fields.description.default(""),
        is_public: Flag.default(false),
        is_protected: Flag.default(false),
        password: fields.password.default(""),
        record: Flag.default(false),
        is_360: Flag.default(true),
        driver: z.enum(liveDrivers).default("own"),
      }),
      response: ChannelWithKey,
      status: 201,
      message: "Live channel created successfully",
    }),
    "GET /api/live-streaming/{id}": endpoint({
      access: { can: "channel.view", by: "id" },
      summary: "Get a channel.",
      params: Either,
      response: Channel,
    }),
    "PUT /api/live-streaming/{id}": endpoint({
      access: { can: "channel.edit", by: "id" },
      summary: "Update a channel. Only the fields sent are changed.",
      params: Either,
      body: z.object(fields).partial(),
      response: Channel,
    }),
    "DELETE /api/live-streaming/{id}": endpoint({
      access: { can: "channel.delete", by: "id" },
      summary: "Delete a channel with its recordings. A running channel is stopped first.",
      params: Either,
      response: Empty,
    }),
    "PUT /api/live-streaming/{id}/start": endpoint({
      access: { can: "channel.operate", by: "id" },
      summary: "Start a channel, so that its encoder can connect. No effect if it is running.",
      params: Either,
      response: Channel,
    }),
    "PUT /api/live-streaming/{id}/stop": endpoint({
      access: { can: "channel.operate", by: "id" },
      whenOverdue: "open",
      summary: "Stop a channel and disconnect its encoder. No effect if it is stopped.",
      params: Either,
      response: Channel,
    }),
    "POST /api/live-streaming/{id}/key": endpoint({
      access: { can: "channel.edit", by: "id" },
      summary: "Create a new stream key; the old one stops working.",
      params: Either,
      response: ChannelWithKey,
      status: 201,
    }),
    "POST /api/live-streaming/{id}/browser": endpoint({
      access: { can: "channel.operate", by: "id" },
      summary: "Get an address, valid for one minute, to which the caller's browser can stream.",
      params: Either,
      response: z.object({ socket: z.string(), expires_at: z.string() }),
      status: 201,
    }),
    "POST /api/live-streaming/{id}/verify-password": endpoint({
      access: "public",
      closesWith: "viewer",
      openToDemo: true,
      summary: "Unlock a protected channel for this browser.",
      params: Either,
      body: z.object({ password: z.string().min(1).max(255) }),
      response: PlayerChannel,
      perMinute: 20,
    }),
    "GET /api/live-streaming/{id}/recordings": endpoint({
      access: { can: "channel.view", by: "id" },
      summary: "List the recordings of a channel, newest first.",
      params: Either,
      query: z.object(PageQuery),
      response: page(Recording),
    }),
    "POST /api/live-streaming/{id}/recordings/{recordingId}/video": endpoint({
      access: { can: "channel.edit", by: "id" },
      summary: "Create a 360 video from a recording. Returns the existing one if it was created before.",
      params: z.object({ id: Id, recordingId: Id }),
      body: z.object({ title: z.string().trim().min(1).max(limits.video.title) }),
      response: z.object({ id_video: z.number() }),
      status: 201,
    }),
    "DELETE /api/live-streaming/{id}/recordings/{recordingId}": endpoint({
      access: { can: "channel.edit", by: "id" },
      summary: "Delete a recording. Videos created from it are kept.",
      params: z.object({ id: Id, recordingId: Id }),
      response: Empty,
    }),
  },
  "live",
);
