import { z } from "zod";
import { Empty } from "./common.ts";
import { defineApi, endpoint } from "./endpoint.ts";

const NodeInfo = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(["all", "web", "worker"]),
  version: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  /** The responding process. */
  is_self: z.boolean(),
});

const QueueInfo = z.object({
  name: z.string(),
  waiting: z.number(),
  later: z.number(),
  active: z.number(),
  failed: z.number(),
  /** Waiting time of the oldest waiting job. */
  oldest_seconds: z.number(),
});

const FailedJobInfo = z.object({ id: z.uuid(), queue: z.string(), at: z.string(), reason: z.string() });

/** The last problem of an external service; null when there is none. */
const Trouble = z.object({ at: z.string().nullable(), reason: z.string() });

const Overview = z.object({
  /** Time of the overview, by the database's clock. */
  at: z.string(),
  version: z.string(),
  nodes: z.array(NodeInfo),
  clock: z.object({
    /** How far the clock of the responding process is ahead of the database's. */
    skew_seconds: z.number(),
    is_right: z.boolean(),
  }),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    connections_max: z.number(),
    /** Response time of a trivial query. */
    milliseconds: z.number(),
    /** Replicas, and how many seconds each is behind. */
    replicas: z.array(z.object({ name: z.string(), lag_seconds: z.number() })),
  }),
  queues: z.array(QueueInfo),
  failed: z.array(FailedJobInfo),
  storage: z.object({
    /** Where photos and videos are stored: on this machine's disk or in an object storage service. */
    kind: z.enum(["disk", "service"]),
    place: z.string(),
    /** Of the disk that holds the data folder. */
    free_bytes: z.number(),
    total_bytes: z.number(),
  }),
  backup: z.object({
    /** The latest complete backup; null when there is none. */
    last: z.object({ at: z.string(), bytes: z.number() }).nullable(),
    /** The latest failure after it. */
    failed: Trouble.nullable(),
  }),
  mail: z.object({ is_on: z.boolean(), trouble: Trouble.nullable() }),
  outside: z.array(
    z.object({ kind: z.enum(["webhook", "tool", "geocoder"]), name: z.string(), trouble: Trouble }),
  ),
  media: z.object({ ffmpeg: z.string().nullable() }),
  search: z.object({
    /** Whether the database's locale supports Arabic letters. */
    knows_arabic: z.boolean(),
    entries: z.number(),
  }),
});
export type SystemOverview = z.output<typeof Overview>;

export const systemApi = defineApi({
  "GET /api/health": endpoint({
    access: "public",
    summary: "Check that this process and its database respond.",
    /** `version` is for signed-in users and for tokens. */
    response: z.object({ database: z.literal("up"), version: z.string().optional() }),
    perMinute: 600,
  }),
  "GET /api/ready": endpoint({
    access: "public",
    summary:
      "Check that this process can serve requests, for load balancers. NOT_READY names what is missing: database, schema, storage, queue, clock or stopping.",
    response: z.object({ ready: z.literal(true) }),
    perMinute: 1200,
  }),
  "GET /api/system/media": endpoint({
    access: "user",
    summary:
      "Video features of this server: without ffmpeg it creates no smaller sizes, time-lapses or stills.",
    response: z.object({ ffmpeg: z.object({ is_ready: z.boolean(), version: z.string().nullable() }) }),
  }),
  "GET /api/system/overview": endpoint({
    access: "super_admin",
    summary: "Status of this installation: nodes, database, queues, storage, backups, external services.",
    response: Overview,
  }),
  "POST /api/system/jobs/{id}/again": endpoint({
    access: "super_admin",
    summary: "Retry a failed job. Returns NOT_FOUND once the job was removed, after six hours.",
    params: z.object({ id: z.uuid() }),
    response: Empty,
  }),
  "GET /api/system/diagnosis": endpoint({
    access: "super_admin",
    summary: "Download diagnostics for support as a file, without secrets and names.",
    /** Of the file. Includes the sections of the overview; more may be added. */
    response: z.looseObject({
      made: z.string(),
      process: z.looseObject({ node: z.string(), platform: z.string(), processors: z.number() }),
      settings: z.looseObject({}),
    }),
    download: "application/json",
  }),
});
