import "@fastify/cookie";
import "@fastify/multipart";
import type { IncomingMessage } from "node:http";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import helmet from "@fastify/helmet";
import multipart from "@fastify/multipart";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { limits } from "#contract/limits.ts";
import { AppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { bareHeaders, refuseBent } from "./bent-requests.ts";
import { ownSockets } from "./connect-hosts.ts";
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
    clientErrorHandler: refuseBent,
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
  readJson(app);
  const refusals = metrics.counter({
    name: "sitewalk_refusals_total",
    help: "Calls that were refused, by the contract's code; RATE_LIMITED are those that came too often.",
    labels: ["code"],
  });
  app.setErrorHandler((error, request, reply) => {
    const refused = asRefusal(error, request, log);
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
    if (request.url.includes("%00")) throw new AppError("BAD_REQUEST");
  });
  return app;
}

/** What a page of ours may ask the browser for, also within another site's page that lets it; the rest, never. */
const permissions = [
  "accelerometer=(self), camera=(self), geolocation=(self), gyroscope=(self), magnetometer=(self)",
  "microphone=(self), xr-spatial-tracking=(self), hid=(), midi=(), payment=(), serial=(), usb=()",
].join(", ");

export function errorBody(error: AppError): Record<string, unknown> {
  return {
    status: "error",
    success: false,
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
    ...(Object.keys(error.values).length === 0 ? {} : { values: error.values }),
  };
}

/** Everything that can go wrong becomes one of the contract's refusals; what we did not foresee is logged whole. */
function asRefusal(error: unknown, request: FastifyRequest, log: Log): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (statusCode === 413) return new AppError("FILE_TOO_LARGE");
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError("BAD_REQUEST", { cause: error });
  if (isDatabaseAway(code ?? "", error)) {
    log.warn({ fault: code ?? String(error) }, "database away");
    return new AppError("UNAVAILABLE", { cause: error });
  }
  // PostgreSQL has no room left: reading goes on, and writing too as soon as it has.
  if (code === "53100") {
    log.error({ fault: code }, "the database's disk is full");
    return new AppError("NO_ROOM", { cause: error });
  }
  if (code === "EMFILE" || code === "ENFILE") {
    log.error({ fault: code }, "no more files can be opened: raise the limit of open files");
    return new AppError("UNAVAILABLE", { cause: error });
  }
  log.error({ error, method: request.method, route: request.routeOptions.url }, "call failed");
  return new AppError("SERVER", { cause: error });
}

/** Connection lost or refused, or the server says it is starting or stopping. The driver names some by words alone. */
function isDatabaseAway(code: string, error: unknown): boolean {
  return (
    (error instanceof Error && driverWords.test(error.message)) ||
    code === "ECONNREFUSED" ||
    code === "ECONNRESET" ||
    code === "EPIPE" ||
    code === "ENOENT" ||
    /^(57P0|08)/.test(code)
  );
}

const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/**
 * JSON bodies: an empty one counts as none (clients send the content type on bodyless calls), Fastify's own parser
 * keeps its guard against prototype poisoning, and nesting is bounded before anything walks the value.
 */
function readJson(app: FastifyInstance): void {
  const parseDefault = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    const text = typeof body === "string" ? body : body.toString("utf8");
    if (text.trim() === "") return done(null, undefined);
    if (holdsNul(text)) return done(new AppError("BAD_REQUEST"), undefined);
    if (isTooDeep(text)) return done(new AppError("BAD_REQUEST"), undefined);
    return parseDefault(request, text, done);
  });
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => {
      if (holdsNul(body as string)) return done(new AppError("BAD_REQUEST"), undefined);
      return done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
}

/** The one character that PostgreSQL's text cannot hold, plain, escaped in JSON or in an address. */
export function holdsNul(text: string): boolean {
  return text.includes("\0") || /\\u0000|%00/.test(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    if (inString) {
      if (letter === 92) index += 1;
      else if (letter === 34) inString = false;
    } else if (letter === 34) inString = true;
    else if (letter === 91 || letter === 123) {
      depth += 1;
      if (depth > limits.json.depth) return true;
    } else if (letter === 93 || letter === 125) depth -= 1;
  }
  return false;
}
