import { resolve } from "node:path";
import { z } from "zod";
import { limits } from "#contract/limits.ts";

const onOff = z
  .enum(["on", "off", "true", "false", "1", "0", ""])
  .transform((value) => value === "on" || value === "true" || value === "1");

const service = () => z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).default("");

/**
 * Every environment variable, with its sentence for `.env.example`. Nothing else in the server reads the environment;
 * values that an administrator edits at run time are settings, never variables.
 */
const variables = {
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe("Port to serve on."),
  HOST: z.string().default("0.0.0.0").describe("Address to serve on."),
  DATA_DIR: z
    .string()
    .default("./data")
    .describe("Folder of everything that must outlive a restart: database, pictures, key."),
  PUBLIC_URL: z
    .union([z.url(), z.literal("")])
    .default("")
    .describe("Address under which people reach this server, for links in mails and QR codes."),
  DATABASE_URL: z
    .string()
    .default("")
    .describe("An outside PostgreSQL (15 or newer); empty starts the embedded one."),
  DATABASE_REPLICA_URL: z
    .string()
    .default("")
    .describe(
      "A streaming replica of that database, for lists, searches and statistics; empty: the database answers them itself.",
    ),
  APP_KEY: z
    .union([z.string().min(32), z.literal("")])
    .default("")
    .describe(
      "Secret of 32 or more characters for signatures; empty keeps a generated one in DATA_DIR. Give the same to every node.",
    ),
  APP_KEY_BEFORE: z
    .string()
    .default("")
    .describe(
      "The secret that APP_KEY took the place of: what it sealed and signed stays good while it is named here.",
    ),
  ROLE: z
    .enum(["all", "web", "worker"])
    .default("all")
    .describe("What this process does: serve pages, make pictures, or both."),
  NODE_NAME: z
    .string()
    .max(80)
    .default("")
    .describe("What this process is called among several; empty: the machine's name and something random."),
  NODE_URL: service().describe(
    "How other processes reach this one, such as http://10.0.0.5:8080; empty where there is only one that serves.",
  ),
  ADMIN_EMAIL: z
    .union([z.email(), z.literal("")])
    .default("")
    .describe(
      "With ADMIN_PASSWORD: creates the first super admin; otherwise a one-time set-up link is printed.",
    ),
  ADMIN_PASSWORD: z.string().default("").describe("See ADMIN_EMAIL; 8 characters or more."),
  DEMO: onOff.default(true).describe("on: the demo site and the read-only demo sign-in."),
  TRUST_PROXY: z
    .string()
    .default("")
    .describe(
      "Addresses or ranges of reverse proxies whose forwarding headers are believed, separated by commas.",
    ),
  SOCIAL_ENDPOINTS: z
    .string()
    .default("")
    .describe(
      'Other addresses than those of Google, Facebook and X, as JSON ({"google":{"issuer":…,"authorization":…,"token":…,"keys":…},"facebook":{"authorization":…,"token":…,"account":…},"twitter":{…}}), for a test or a gateway; empty for their own.',
    ),
  INTEGRATION_ENDPOINTS: z
    .string()
    .default("")
    .describe(
      'Other addresses than those of Trello, Monday, ClickUp and Autodesk, as JSON ({"trello":{"api":…,"authorize":…,"oauth_authorize":…,"oauth_token":…},"monday":{"api":…,"authorize":…,"token":…,"revoke":…},"clickup":{"api":…,"authorize":…},"autodesk":{"api":…,"profile":…,"viewer":…}}), for a test or a gateway; empty for their own.',
    ),
  REALTIME_APP_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default("sitewalk")
    .describe("The app's id for programs that use this server's Pusher REST interface."),
  REALTIME_APP_KEY: z
    .string()
    .regex(/^[\w-]{0,64}$/)
    .default("")
    .describe("The app's key, no secret: browsers see it. Empty makes one from APP_KEY."),
  REALTIME_APP_SECRET: z
    .union([z.string().min(32), z.literal("")])
    .default("")
    .describe(
      "The app's secret of 32 or more characters; who knows it may say anything to everybody. Empty keeps the REST interface and public channels closed. Give the same to every node.",
    ),
  LIVE_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(1935)
    .describe("Port on which cameras send to live channels by RTMP; 0: browsers alone may send."),
  LIVE_TLS_CERT: z
    .string()
    .default("")
    .describe("File of a certificate (PEM), with which cameras may also send encrypted (RTMPS); empty: no."),
  LIVE_TLS_KEY: z.string().default("").describe("See LIVE_TLS_CERT: file of its key."),
  LIVE_TLS_PORT: z.coerce.number().int().min(1).max(65_535).default(1936).describe("See LIVE_TLS_CERT."),
  LIVE_FREE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(2048)
    .describe("Megabytes of the disk that recordings leave free; then they end, and the streams go on."),
  MEDIAMTX_API: service().describe(
    "Control API of a MediaMTX server that may carry live channels, such as http://media.example:9997; empty: none.",
  ),
  MEDIAMTX_USER: z.string().default("").describe("See MEDIAMTX_API: who may use it; empty: it asks nobody."),
  MEDIAMTX_PASSWORD: z.string().default("").describe("See MEDIAMTX_USER."),
  MEDIAMTX_RTMP: z
    .string()
    .default("")
    .describe("Where cameras reach that server, such as rtmp://media.example:1935."),
  MEDIAMTX_HLS: service().describe(
    "Where browsers reach that server, such as https://media.example:8888. The path for its authHTTPAddress is logged at the start.",
  ),
  MEDIALIVE_ROLE_ARN: z
    .string()
    .default("")
    .describe(
      "The role of AWS Elemental MediaLive for live channels carried there, which cost money by the hour; empty: none.",
    ),
  AWS_REGION: z.string().default("").describe("See MEDIALIVE_ROLE_ARN."),
  AWS_ACCESS_KEY_ID: z.string().default("").describe("See MEDIALIVE_ROLE_ARN."),
  AWS_SECRET_ACCESS_KEY: z.string().default("").describe("See MEDIALIVE_ROLE_ARN."),
  AWS_SESSION_TOKEN: z.string().default("").describe("Of temporary credentials alone."),
  MEDIALIVE_SENDERS: z
    .string()
    .default("0.0.0.0/0")
    .describe("Networks from which cameras may send to MediaLive, separated by commas."),
  MEDIALIVE_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(30)
    .describe("Minutes without a sender after which a channel at MediaLive is stopped."),
  MEDIALIVE_ENDPOINT: service().describe("Another address than the region's, for a test or a gateway."),
  MEDIAPACKAGE_ENDPOINT: service().describe("Another address than the region's, for a test or a gateway."),
  BACKUP_DIR: z
    .string()
    .default("")
    .describe(
      "Folder on another disk into which backups are made by themselves; empty: none. Give the same to every node that makes pictures.",
    ),
  BACKUP_HOURS: z.coerce
    .number()
    .int()
    .min(0)
    .max(24 * 31)
    .default(24)
    .describe("Hours from one backup to the next; 0: never."),
  BACKUP_KEEP: z.coerce
    .number()
    .int()
    .min(0)
    .max(1000)
    .default(14)
    .describe("How many backups stay; 0: all."),
  ERROR_REPORTING_DSN: z
    .union([
      z.literal(""),
      z.url({ protocol: /^https?$/ }).regex(/^https?:\/\/\w+@[^/?#]+(?:\/[^?#]*)?\/\d+$/, {
        error: "https://<public key>@<host>/<project number>",
      }),
    ])
    .default("")
    .describe(
      "Where browsers report errors: the DSN of a project at a Sentry-compatible service, as https://<public key>@<host>/<project number>. Empty loads nothing and sends nothing.",
    ),
  S3_BUCKET: z
    .union([z.literal(""), z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)])
    .default("")
    .describe(
      "Bucket of an S3-compatible store for pictures, films and files; empty keeps them in DATA_DIR. Every node needs the same.",
    ),
  S3_ENDPOINT: service().describe(
    "Address of that store, such as http://10.0.0.7:9000; empty: Amazon S3 in S3_REGION.",
  ),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .default("us-east-1")
    .describe("See S3_BUCKET; stores of one's own mostly take us-east-1."),
  S3_ACCESS_KEY_ID: z.string().default("").describe("See S3_BUCKET."),
  S3_SECRET_ACCESS_KEY: z.string().default("").describe("See S3_BUCKET."),
  S3_PATH_STYLE: onOff
    .default(true)
    .describe("on: the bucket stands in the path of addresses; off: in the name of the host."),
  S3_PREFIX: z
    .union([z.literal(""), z.string().regex(/^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*){0,3}$/)])
    .default("")
    .describe("Begins every name in the bucket, where it is shared with others."),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("info")
    .describe("How much is logged."),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(0)
    .describe(
      "Port of /metrics for Prometheus, with /ready and /health, also of workers; 0: none. Never let the public reach it.",
    ),
  METRICS_HOST: z.string().default("127.0.0.1").describe("Address for METRICS_PORT."),
  DRAIN_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300)
    .default(0)
    .describe(
      "Seconds for which a process that is told to stop serves on while /api/ready says no, so that a proxy finds another one.",
    ),
  WEB_ROOT: z
    .string()
    .default("dist/web")
    .describe("Folder of the built web part, from the project's own folder."),
  MEDIA_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(2)
    .describe("Processes that make pictures at the same time; fewer where there is little memory."),
  MEMORY_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      "Megabytes of memory to plan for, those of the database included; 0: what the machine or its control group has. Below 1536, at most one picture is made at a time for each 512, and everything is slower.",
    ),
  BACKGROUND_PRIORITY: z
    .enum(["low", "normal"])
    .default("low")
    .describe(
      "Priority of the processes that make photos, videos, documents and backups: low yields to requests; normal is for machines that other programs keep busy, where low ones would hardly run.",
    ),
  FFMPEG_PATH: z
    .string()
    .default("")
    .describe(
      "ffmpeg's executable, for sizes of films and films of stills; empty takes the system's own or the one of the packages, none does without.",
    ),
  EXPORT_STREAMED_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(limits.export.streamed / 2 ** 20)
    .describe(
      "Megabytes up to which a project's export is sent as it is made; above, it is built in the background.",
    ),
} as const;

const schema = z.object(variables);
export type Config = z.output<typeof schema> & { readonly dataDir: string };

/** Reads the environment; throws one readable sentence per wrong variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is wrong.\n${lines.join("\n")}`);
  }
  return { ...result.data, dataDir: resolve(result.data.DATA_DIR) };
}

/** The text of `.env.example`, generated from the same table. */
export function exampleEnvironment(): string {
  return Object.entries(variables)
    .map(([name, variable]) => {
      const value: unknown = schema.parse({})[name as keyof typeof variables];
      const shown = typeof value === "boolean" ? (value ? "on" : "off") : String(value);
      return `# ${variable.description ?? ""}\n#${name}=${shown}\n`;
    })
    .join("\n");
}
