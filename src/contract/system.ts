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
  /** The process that answers. */
  is_self: z.boolean(),
});

const QueueInfo = z.object({
  name: z.string(),
  waiting: z.number(),
  later: z.number(),
  active: z.number(),
  failed: z.number(),
  /** For how long the oldest of those that wait has waited. */
  oldest_seconds: z.number(),
});

const FailedJobInfo = z.object({ id: z.uuid(), queue: z.string(), at: z.string(), reason: z.string() });

/** What an outside service was last in trouble with; null while all is well. */
const Trouble = z.object({ at: z.string().nullable(), reason: z.string() });

const Overview = z.object({
  /** When it was looked at, by the database's clock. */
  at: z.string(),
  version: z.string(),
  nodes: z.array(NodeInfo),
  clock: z.object({
    /** How far the clock of the process that answers is ahead of the database's. */
    skew_seconds: z.number(),
    is_right: z.boolean(),
  }),
  database: z.object({
    version: z.string(),
    bytes: z.number(),
    connections: z.number(),
    connections_max: z.number(),
    /** How long it took to answer the shortest of questions. */
    milliseconds: z.number(),
    /** Copies that follow, and how many seconds they are behind. */
    replicas: z.array(z.object({ name: z.string(), lag_seconds: z.number() })),
  }),
  queues: z.array(QueueInfo),
  failed: z.array(FailedJobInfo),
  storage: z.object({
    /** Where pictures and films are: on the disk of this machine, or with a service. */
    kind: z.enum(["disk", "service"]),
    place: z.string(),
    /** Of the disk that holds the data folder. */
    free_bytes: z.number(),
    total_bytes: z.number(),
  }),
  backup: z.object({
    /** The newest that is whole; null while there is none. */
    last: z.object({ at: z.string(), bytes: z.number() }).nullable(),
    /** The newest that failed after it. */
    failed: Trouble.nullable(),
  }),
  mail: z.object({ is_on: z.boolean(), trouble: Trouble.nullable() }),
  outside: z.array(
    z.object({ kind: z.enum(["webhook", "tool", "geocoder"]), name: z.string(), trouble: Trouble }),
  ),
  media: z.object({ ffmpeg: z.string().nullable() }),
  search: z.object({
    /** Whether the database knows the letters of Arabic. */
    knows_arabic: z.boolean(),
    entries: z.number(),
  }),
});
export type SystemOverview = z.output<typeof Overview>;

export const systemApi = defineApi({
  "GET /api/health": endpoint({
    access: "public",
    summary: "Whether this process and its database answer.",
    /** `version` is for the signed-in and for tokens. */
    response: z.object({ database: z.literal("up"), version: z.string().optional() }),
    perMinute: 600,
  }),
  "GET /api/ready": endpoint({
    access: "public",
    summary:
      "Whether this process can do its work, for whoever sends calls to several: NOT_READY names what it lacks, among database, schema, storage, queue, clock, stopping.",
    response: z.object({ ready: z.literal(true) }),
    perMinute: 1200,
  }),
  "GET /api/system/media": endpoint({
    access: "user",
    summary:
      "What this server can do with moving pictures: without ffmpeg it makes no sizes, films of stills and stills of its own.",
    response: z.object({ ffmpeg: z.object({ is_ready: z.boolean(), version: z.string().nullable() }) }),
  }),
  "GET /api/system/overview": endpoint({
    access: "super_admin",
    summary: "How this installation is: nodes, database, queues, storage, backups, outside services.",
    response: Overview,
  }),
  "POST /api/system/jobs/{id}/again": endpoint({
    access: "super_admin",
    summary:
      "Has a job that was given up done again. Answers NOT_FOUND once it is forgotten, after six hours.",
    params: z.object({ id: z.uuid() }),
    response: Empty,
  }),
  "GET /api/system/diagnosis": endpoint({
    access: "super_admin",
    summary: "The same and more as a file, without secrets and names, for support.",
    /** Of the file. Sections of the overview are among them; more may come. */
    response: z.looseObject({
      made: z.string(),
      process: z.looseObject({ node: z.string(), platform: z.string(), processors: z.number() }),
      settings: z.looseObject({}),
    }),
    download: "application/json",
  }),
});
