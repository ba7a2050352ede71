import "@fastify/cookie";
import "@fastify/multipart";
import type { IncomingMessage } from "node:http";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { ownSockets } from "./connect-hosts.ts";
import { errorBody, toAppError } from "./error-response.ts";
import { bareHeaders, hasTwoHosts, refuseMalformed } from "./malformed-requests.ts";
import { readBodies } from "./read-bodies.ts";
import { callIds, logRequests } from "./request-log.ts";
import { cutSlowBodies } from "./slow-bodies.ts";

export interface ServerOptions {
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Proxies whose forwarding headers are believed: addresses or ranges. */
  readonly trustProxy: readonly string[];
  /** The public address; where it is https, and only then, may browsers be told to insist on that. Empty: unknown. */
  readonly publicUrl: string;
  /** Hosts beside this one that pages may show pictures of, asked for with every page: settings change. */
  readonly imageHosts?: () => string;
  /** Hosts beside this one that pages may open sockets to, asked for with every page. */
  readonly connectHosts?: () => string;
  /** Hosts beside this one that pages may play streams of. */
  readonly streamHosts?: readonly string[];
}

/** A Fastify server with the product's manners: headers, bodies, limits, refusals. Routes are mounted by others. */
export async function createServer({
  log,
  metrics = createMetrics(),
  trustProxy,
  publicUrl,
  imageHosts = () => "",
  connectHosts = () => "",
  streamHosts = [],
}: ServerOptions): Promise<FastifyInstance> {
  const isHttps = publicUrl.startsWith("https:");
  // What it says of calls we say ourselves, without their addresses (request-log.ts).
  const level = log.isLevelEnabled("warn") && !log.isLevelEnabled("trace") ? "warn" : log.level;
  const logger: FastifyBaseLogger = log.child({}, { level });
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    bodyLimit: limits.json.bytes,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    // Element ids of design software are far longer than Fastify's default of 100.
    routerOptions: { maxParamLength: 2048 },
    // Slow senders are cut: headers within ten seconds, a body by its pace (slow-bodies.ts).
    connectionTimeout: 0,
    requestTimeout: limits.http.timeout,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
    forceCloseConnections: "idle",
    // What still arrives while we stop is answered, too; `connection: close` tells the sender to go elsewhere.
    return503OnClosing: false,
    genReqId: callIds(trustProxy),
    // The log itself knows which call it writes for.
    childLoggerFactory: (own) => own,
    clientErrorHandler: refuseMalformed,
    // An address that is none reaches no hook.
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply)
        .status(400)
        .headers(bareHeaders)
        .send(errorBody(new AppError("BAD_REQUEST"))),
  });
  app.decorate("secureHost", isHttps ? new URL(publicUrl).host : null);
  logRequests(app, { log, metrics });
  cutSlowBodies(app);
  readBodies(app);
  const refusals = metrics.counter({
    name: "sitewalk_refusals_total",
    help: "Refused calls, by error code; RATE_LIMITED counts calls above the rate limit.",
    labels: ["code"],
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = toAppError(error, request, log);
    refusals.add(1, { code: refused.code });
    // Databases that are started again are back within a second.
    if (refused.code === "UNAVAILABLE" || refused.code === "NOT_READY")
      void reply.header("retry-after", String(refused.values["seconds"] ?? 1));
    if (refused.code === "RATE_LIMITED" || refused.code === "MAINTENANCE")
      void reply.header("retry-after", String(refused.values["seconds"] ?? 60));
    if (refused.status === 401 && refused.code === "TOKEN_INVALID")
      void reply.header("www-authenticate", 'Bearer error="invalid_token"');
    return reply.status(refused.status).header("cache-control", "no-store").send(errorBody(refused));
  });
  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  await app.register(multipart, { limits: { fileSize: Number.MAX_SAFE_INTEGER } });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:", imageHosts],
        fontSrc: ["'self'"],
        connectSrc: [
          "'self'",
          (request: IncomingMessage) => `${ownSockets(request, isHttps)} ${connectHosts()}`.trim(),
          ...streamHosts,
        ],
        // A stream is put together by the page itself, and played from an address of its own making.
        mediaSrc: ["'self'", "blob:", ...streamHosts],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        // A browser told to upgrade on a plain-http site network would find nothing.
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "same-origin" },
  });
  app.addHook("onRequest", async (_request, reply) => void reply.header("permissions-policy", permissions));
  // After the headers, which a refusal needs as well.
  app.addHook("onRequest", async (request) => {
    if (request.url.includes("%00") || hasTwoHosts(request.raw)) throw new AppError("BAD_REQUEST");
  });
  return app;
}

/** What a page of ours may ask the browser for, also within another site's page that lets it; the rest, never. */
const permissions = [
  "accelerometer=(self), camera=(self), geolocation=(self), gyroscope=(self), magnetometer=(self)",
  "microphone=(self), xr-spatial-tracking=(self), hid=(), midi=(), payment=(), serial=(), usb=()",
].join(", ");
