import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type CallScope, isCallId, newCallId, withinCall } from "../call-scope.ts";
import type { Log } from "../log.ts";
import { type Metrics, WAITED } from "../metrics.ts";
import { plain, proxyTrust } from "../realtime/address.ts";

declare module "fastify" {
  interface FastifyRequest {
    scope: CallScope;
    /** Bytes that its socket had sent before this call: a socket serves several. */
    bytesBefore: number;
  }
}

export interface RequestLogOptions {
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Background requests of pages: a line each would bury the others. */
const murmurs = new Set([
  "GET /api/health",
  "GET /api/ready",
  "GET /api/reachable",
  "HEAD /api/reachable",
  "GET /api/user",
  "PUT /api/viewer-count/update-activity",
]);

/** As nginx defines it: the caller did not wait for the response. */
const CALLER_LEFT = 499;

/** Milliseconds after which any response is logged. */
const slow = 1000;

/**
 * One line for each call, by the template of its route: an address may hold the code that opens a visit. At `info`:
 * calls of the API and pages; files and background requests only when they failed or were slow, otherwise at `debug`.
 */
export function logRequests(app: FastifyInstance, { log, metrics }: RequestLogOptions): void {
  const answered = metrics.counter({
    name: "sitewalk_http_requests_total",
    help: "Answered calls, by route template.",
    labels: ["method", "route", "status"],
  });
  const took = metrics.histogram({
    name: "sitewalk_http_request_seconds",
    help: "Time from the first header of a call to the last byte of its response.",
    labels: ["method", "route"],
    buckets: WAITED,
  });
  const underWay = metrics.gauge({ name: "sitewalk_http_in_flight", help: "Calls in progress." });
  underWay.set(0);

  app.decorateRequest("scope");
  app.decorateRequest("bytesBefore", 0);
  app.addHook("onRequest", (request, reply, done) => {
    const scope = { id: request.id };
    request.scope = scope;
    request.bytesBefore = request.raw.socket.bytesWritten;
    underWay.add(1);
    // Read now: a closed connection no longer has an address.
    const ip = request.raw.socket.remoteAddress === undefined ? "" : request.ip;
    // Emitted for every call, also when its caller has disconnected.
    reply.raw.once("close", () => withinCall(scope, () => tell(request, reply, ip)));
    void reply.header("x-request-id", request.id);
    withinCall(scope, done);
  });
  // A body is read in between, by callbacks outside the call's scope.
  app.addHook("preHandler", (request, _reply, done) => withinCall(request.scope, done));

  function tell(request: FastifyRequest, reply: FastifyReply, ip: string): void {
    underWay.add(-1);
    const { method } = request;
    const route = request.routeOptions.url ?? "none";
    const status = reply.raw.headersSent ? reply.raw.statusCode : CALLER_LEFT;
    const ms = reply.elapsedTime;
    answered.add(1, { method, route, status: String(status) });
    took.observe(ms / 1000, { method, route });
    const isQuiet = status < 400 && ms < slow && (murmurs.has(`${method} ${route}`) || isFile(route, reply));
    const line = {
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      bytes: (request.raw.socket.bytesWritten ?? 0) - request.bytesBefore,
      ...(request.scope.user !== undefined && { user: request.scope.user }),
      address: shortened(ip),
    };
    log[isQuiet ? "debug" : status >= 500 ? "warn" : "info"](line, "call");
  }
}

const isFile = (route: string, reply: FastifyReply): boolean =>
  !route.startsWith("/api/") && !String(reply.getHeader("content-type")).startsWith("text/html");

/** The network of an address, not the host: enough to see that calls come from one side. */
function shortened(address: string): string {
  const own = plain(address);
  if (own.includes(".")) return own.replace(/\.\d+$/, ".0");
  return `${own.split(":").slice(0, 3).join(":")}::`;
}

/** The call's id from a trusted proxy, otherwise a new one. */
export function callIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyTrust(trusted);
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    const isGood =
      typeof given === "string" && isCallId(given) && isTrusted(plain(socket.remoteAddress ?? ""));
    return isGood ? given : newCallId();
  };
}
