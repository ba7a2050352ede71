import "@fastify/cookie";
import "@fastify/multipart";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { errorBody, toAppError } from "./error-response.ts";
import { freshConnections } from "./fresh-connections.ts";
import { bareHeaders, hasTwoHosts, refuseMalformed } from "./malformed-requests.ts";
import { readBodies } from "./read-bodies.ts";
import { callIds, logRequests } from "./request-log.ts";
import { protectResponses } from "./security-headers.ts";
import { cutSlowBodies } from "./slow-bodies.ts";

export interface ServerOptions {
  readonly log: Log;
  readonly metrics?: Metrics;
  /** Trusted proxies, whose forwarding headers are used: addresses or ranges. */
  readonly trustProxy: readonly string[];
  /** The public address; browsers may be instructed to insist on https only if it is https. Empty: unknown. */
  readonly publicUrl: string;
  /** Other hosts that pages may show pictures of, read for every page: settings change. */
  readonly imageHosts?: () => string;
  /** Other hosts that pages may open sockets to, read for every page. */
  readonly connectHosts?: () => string;
  /** Other hosts that pages may play streams of. */
  readonly streamHosts?: readonly string[];
}

/** A Fastify server with the product's defaults: headers, bodies, limits, refusals. Routes are mounted by others. */
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
  // Fastify's lines about calls are replaced by our own, without their addresses (request-log.ts).
  const level = log.isLevelEnabled("warn") && !log.isLevelEnabled("trace") ? "warn" : log.level;
  const logger: FastifyBaseLogger = log.child({}, { level });
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    bodyLimit: limits.json.bytes,
    trustProxy: trustProxy.length === 0 ? false : [...trustProxy],
    // Element ids of design software are far longer than Fastify's default of 100.
    routerOptions: { maxParamLength: 2048 },
    // Slow senders are disconnected: headers within twelve seconds, a body by its pace (slow-bodies.ts). A network that
    // breaks for ten seconds just then loses no part of an upload by it.
    connectionTimeout: 0,
    requestTimeout: limits.http.timeout,
    http: { headersTimeout: 12_000, connectionsCheckingInterval: 1000 },
    forceCloseConnections: "idle",
    // Requests that arrive during the stop are answered, too; `connection: close` makes the sender go elsewhere.
    return503OnClosing: false,
    genReqId: callIds(trustProxy),
    // The log itself knows the call it writes for.
    childLoggerFactory: (own) => own,
    clientErrorHandler: refuseMalformed,
    // An invalid address reaches no hook.
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply)
        .status(400)
        .headers(bareHeaders)
        .send(errorBody(new AppError("BAD_REQUEST"))),
  });
  app.decorate("secureHost", isHttps ? new URL(publicUrl).host : null);
  logRequests(app, { log, metrics });
  cutSlowBodies(app);
  freshConnections(app);
  readBodies(app);
  const refusals = metrics.counter({
    name: "sitewalk_refusals_total",
    help: "Refused calls, by error code; RATE_LIMITED counts calls above the rate limit.",
    labels: ["code"],
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = toAppError(error, request, log);
    refusals.add(1, { code: refused.code });
    // A restarted database is back within a second.
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
  protectResponses(app, { isHttps, imageHosts, connectHosts, streamHosts });
  // Registered after the headers, which a refusal needs as well.
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.url.includes("%00") || hasTwoHosts(request.raw) ? new AppError("BAD_REQUEST") : undefined);
  });
  return app;
}
